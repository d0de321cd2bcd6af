-- The words of a text as `wordsIn` in contract/words.ts sees them, which splits what is searched for: the database's own
-- reader takes 'Cuff/Bangle' for a file, 'St.Christopher' for a host and the 18 of '16-18in' for a negative number, and
-- leaves out '½'. Most texts have nothing of the kind, and are not taken apart: that takes longer than reading them.
CREATE FUNCTION searched_words(told text) RETURNS text LANGUAGE sql IMMUTABLE
RETURN CASE
	WHEN told IS NFKC NORMALIZED AND told !~ '[^[:alnum:][:space:],;:!?()''"\u2013\u2014\u2018\u2019\u201c\u201d.-]|\.[^[:space:]]|-\d' THEN told
	ELSE coalesce((SELECT string_agg(word[1], ' ') FROM regexp_matches(normalize(told, NFKC), '\d+(?:\.\d+)+|[[:alnum:]]+', 'g') word), '')
END;
--> statement-breakpoint
-- Nobody changes a piece between what is noted of it here and the end.
LOCK TABLE products IN ACCESS EXCLUSIVE MODE;
--> statement-breakpoint
SELECT piece_sets_lock();
--> statement-breakpoint
INSERT INTO piece_changes
SELECT id, search_vector, search_names, name, price, is_new, is_bestseller, is_featured
FROM products, LATERAL (SELECT concat_ws(' ', name, search_names, short_description, description) AS told OFFSET 0) texts
WHERE searched_words(told) <> told;
--> statement-breakpoint
DROP TRIGGER piece_changes_note ON products;
--> statement-breakpoint
ALTER TABLE "products" DROP COLUMN "search_vector";
--> statement-breakpoint
ALTER TABLE "products" ADD COLUMN "search_vector" "tsvector" GENERATED ALWAYS AS (setweight(to_tsvector('english', searched_words(name)), 'A') || setweight(to_tsvector('english', searched_words(search_names)), 'B') || setweight(to_tsvector('english', searched_words(short_description || ' ' || description)), 'D')) STORED NOT NULL;
--> statement-breakpoint
CREATE INDEX "products_search_vector" ON "products" USING gin ("search_vector");
--> statement-breakpoint
-- As in 0008.
CREATE TRIGGER piece_changes_note AFTER UPDATE OF name, search_names, short_description, description, price, is_new, is_bestseller, is_featured ON products FOR EACH ROW
WHEN (OLD.search_vector IS DISTINCT FROM NEW.search_vector OR OLD.search_names <> NEW.search_names OR OLD.name <> NEW.name
	OR OLD.price <> NEW.price OR OLD.is_new <> NEW.is_new OR OLD.is_bestseller <> NEW.is_bestseller OR OLD.is_featured <> NEW.is_featured)
EXECUTE FUNCTION piece_changes_note();
--> statement-breakpoint
-- Of the sets only what is otherwise by now: to make all of them again would keep a large shop waiting as long once more.
UPDATE piece_sets s SET bits = s.bits & ~gone.bits
FROM (
	SELECT kind, name, segment, bit_or(overlay(0::bit(16384) PLACING part FROM place * 64 + 1)) AS bits FROM (
		SELECT t.kind, t.name, c.id >> 14 AS segment, (c.id >> 6) & 255 AS place, bit_or(set_bit(0::bit(64), c.id & 63, 1)) AS part
		FROM piece_changes c JOIN products p ON p.id = c.id AND p.search_vector <> c.search_vector, piece_words_of(c.search_vector, '', '') t GROUP BY 1, 2, 3, 4) parts
	GROUP BY 1, 2, 3) gone
WHERE s.kind = gone.kind AND s.name = gone.name AND s.segment = gone.segment;
--> statement-breakpoint
INSERT INTO piece_sets
SELECT kind, name, segment, bit_or(overlay(0::bit(16384) PLACING part FROM place * 64 + 1)) FROM (
	SELECT t.kind, t.name, p.id >> 14 AS segment, (p.id >> 6) & 255 AS place, bit_or(set_bit(0::bit(64), p.id & 63, 1)) AS part
	FROM piece_changes c JOIN products p ON p.id = c.id AND p.search_vector <> c.search_vector, piece_words_of(p.search_vector, '', '') t GROUP BY 1, 2, 3, 4) parts
GROUP BY 1, 2, 3
ON CONFLICT (kind, name, segment) DO UPDATE SET bits = piece_sets.bits | excluded.bits;
--> statement-breakpoint
DELETE FROM piece_sets WHERE kind IN ('A', 'B', 'D') AND bit_count(bits) = 0;
--> statement-breakpoint
DELETE FROM piece_changes;
