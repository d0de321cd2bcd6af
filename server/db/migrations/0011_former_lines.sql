ALTER TABLE "cart_items" DROP CONSTRAINT "cart_items_product_id_products_id_fk";
--> statement-breakpoint
ALTER TABLE "cart_items" DROP CONSTRAINT "cart_items_variant_id_variants_id_fk";
--> statement-breakpoint
ALTER TABLE "cart_items" ADD COLUMN "former" jsonb;--> statement-breakpoint
CREATE FUNCTION cart_items_outlive_variant() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	UPDATE cart_items
	SET former = jsonb_build_object('variant', jsonb_build_object('id', OLD.id, 'name', OLD.name, 'price', OLD.price))
	WHERE variant_id = OLD.id AND former IS NULL;
	RETURN OLD;
END $$;
--> statement-breakpoint
CREATE TRIGGER cart_items_outlive_variant BEFORE DELETE ON variants FOR EACH ROW EXECUTE FUNCTION cart_items_outlive_variant();
--> statement-breakpoint
-- Its variants go after it, and find their lines served.
CREATE FUNCTION cart_items_outlive_piece() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	UPDATE cart_items line
	SET former = jsonb_build_object(
		'product', jsonb_build_object('id', OLD.id, 'slug', OLD.slug, 'name', OLD.name, 'price', OLD.price,
			'compare_at_price', OLD.compare_at_price, 'low_stock_threshold', OLD.low_stock_threshold,
			'short_description', OLD.short_description, 'sku', OLD.sku, 'variant_label', OLD.variant_label,
			'image', (SELECT image FROM product_images WHERE product_id = OLD.id ORDER BY is_default DESC, position LIMIT 1),
			'category', (SELECT name FROM product_categories JOIN categories ON id = category_id
				WHERE product_id = OLD.id ORDER BY category_id LIMIT 1)),
		'variant', coalesce(line.former -> 'variant', (SELECT jsonb_build_object('id', id, 'name', name, 'price', price)
			FROM variants WHERE id = line.variant_id)))
	WHERE product_id = OLD.id;
	RETURN OLD;
END $$;
--> statement-breakpoint
CREATE TRIGGER cart_items_outlive_piece BEFORE DELETE ON products FOR EACH ROW EXECUTE FUNCTION cart_items_outlive_piece();
