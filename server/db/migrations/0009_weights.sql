CREATE INDEX "products_by_weight" ON "products" USING btree ("weight","id");--> statement-breakpoint
INSERT INTO piece_sets
SELECT 'weight', name, segment, bit_or(overlay(0::bit(16384) PLACING part FROM place * 64 + 1)) FROM (
	SELECT floor(weight)::text AS name, id >> 14 AS segment, (id >> 6) & 255 AS place, bit_or(set_bit(0::bit(64), id & 63, 1)) AS part
	FROM products GROUP BY 1, 2, 3) parts
GROUP BY 2, 3;
--> statement-breakpoint
CREATE FUNCTION piece_sets_follow_weight() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	IF TG_OP = 'INSERT' THEN
		PERFORM piece_sets_add(array_agg('weight'::text), array_agg(floor(weight)::text), array_agg(id)) FROM added;
	ELSIF TG_OP = 'DELETE' THEN
		PERFORM piece_sets_take(array_agg('weight'::text), array_agg(floor(weight)::text), array_agg(id)) FROM taken;
	ELSE
		PERFORM piece_sets_take(array['weight'], array[floor(OLD.weight)::text], array[OLD.id]);
		PERFORM piece_sets_add(array['weight'], array[floor(NEW.weight)::text], array[NEW.id]);
	END IF;
	RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER piece_sets_follow_weight_added AFTER INSERT ON products REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION piece_sets_follow_weight();
--> statement-breakpoint
CREATE TRIGGER piece_sets_follow_weight_removed AFTER DELETE ON products REFERENCING OLD TABLE AS taken FOR EACH STATEMENT EXECUTE FUNCTION piece_sets_follow_weight();
--> statement-breakpoint
CREATE TRIGGER piece_sets_follow_weight AFTER UPDATE OF weight ON products FOR EACH ROW
WHEN (floor(OLD.weight) <> floor(NEW.weight)) EXECUTE FUNCTION piece_sets_follow_weight();
