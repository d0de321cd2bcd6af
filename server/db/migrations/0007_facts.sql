DROP INDEX "products_by_price";--> statement-breakpoint
CREATE INDEX "products_by_facts" ON "products" USING btree ("price","id","weight","is_featured","is_bestseller","is_new","created_at");