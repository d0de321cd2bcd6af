CREATE TABLE "piece_sets" (
	"kind" text COLLATE "C" NOT NULL,
	"name" text COLLATE "C" NOT NULL,
	"segment" integer NOT NULL,
	"bits" bit(16384) NOT NULL,
	CONSTRAINT "piece_sets_kind_name_segment_pk" PRIMARY KEY("kind","name","segment")
);
--> statement-breakpoint
ALTER TABLE "piece_sets" ALTER COLUMN "bits" SET STORAGE MAIN;
--> statement-breakpoint
CREATE TABLE "piece_changes" (
	"id" integer NOT NULL,
	"search_vector" "tsvector" NOT NULL,
	"search_names" text NOT NULL,
	"name" text NOT NULL,
	"price" integer NOT NULL,
	"is_new" boolean NOT NULL,
	"is_bestseller" boolean NOT NULL,
	"is_featured" boolean NOT NULL
);
--> statement-breakpoint
CREATE TABLE "search_phrases" (
	"phrase" text COLLATE "C" PRIMARY KEY NOT NULL
);
--> statement-breakpoint
CREATE FUNCTION piece_bit(id integer) RETURNS bit LANGUAGE sql IMMUTABLE
RETURN set_bit(0::bit(16384), id & 16383, 1);
--> statement-breakpoint
-- Most of a set is empty, so it is gone through by parts.
CREATE FUNCTION piece_ids(segment integer, bits bit) RETURNS SETOF integer LANGUAGE sql IMMUTABLE
AS $$
	SELECT (segment << 14) | (n << 7) | m
	FROM generate_series(0, 127) n, LATERAL (SELECT substring(bits FROM (n << 7) + 1 FOR 128) AS part OFFSET 0) parts, generate_series(0, 127) m
	WHERE bit_count(part) > 0 AND get_bit(part, m) = 1
$$;
--> statement-breakpoint
-- Words, and any two that stand beside each other: a misspelt word may be like two that were meant.
CREATE FUNCTION search_phrases_of(names text) RETURNS SETOF text LANGUAGE sql IMMUTABLE
AS $$
	SELECT DISTINCT phrase
	FROM array_remove(regexp_split_to_array(names, '[[:space:][:punct:]]+'), '') words, generate_series(1, cardinality(words)) n,
		LATERAL (VALUES (words[n]), (words[n] || ' ' || words[n + 1])) phrases(phrase)
	WHERE phrase IS NOT NULL
$$;
--> statement-breakpoint
-- What a piece is found by.
CREATE FUNCTION piece_words_of(vector tsvector, names text, own text) RETURNS TABLE(kind text, name text) LANGUAGE sql IMMUTABLE
AS $$
	SELECT CASE WHEN 'A' = ANY(weights) THEN 'A' WHEN 'B' = ANY(weights) THEN 'B' ELSE 'D' END, lexeme FROM unnest(vector)
	UNION ALL
	SELECT '@', phrase FROM search_phrases_of(lower(own)) phrase WHERE names <> ''
	UNION ALL
	(SELECT '=', phrase FROM search_phrases_of(names) phrase
	EXCEPT SELECT '=', phrase FROM search_phrases_of(lower(own)) phrase)
$$;
--> statement-breakpoint
-- What a piece is narrowed by, of what stands in its own row.
CREATE FUNCTION piece_facts_of(price integer, is_new boolean, is_bestseller boolean, is_featured boolean) RETURNS TABLE(kind text, name text) LANGUAGE sql IMMUTABLE
AS $$
	VALUES ('all', ''), ('price', least(price / 30000, 3) * 300 || '')
	UNION ALL
	SELECT 'flag', flag FROM (VALUES ('is_new', is_new), ('is_bestseller', is_bestseller), ('is_featured', is_featured)) flags(flag, has) WHERE has
$$;
--> statement-breakpoint
INSERT INTO piece_sets
SELECT kind, name, segment, bit_or(overlay(0::bit(16384) PLACING part FROM place * 64 + 1)) FROM (
SELECT kind, name, id >> 14 AS segment, (id >> 6) & 255 AS place, bit_or(set_bit(0::bit(64), id & 63, 1)) AS part FROM (
	SELECT t.kind, t.name, p.id FROM products p, piece_words_of(p.search_vector, p.search_names, p.name) t
	UNION ALL SELECT t.kind, t.name, p.id FROM products p, piece_facts_of(p.price, p.is_new, p.is_bestseller, p.is_featured) t
	UNION ALL SELECT 'category', category_id::text, product_id FROM product_categories
	UNION ALL SELECT 'collection', collection_id::text, product_id FROM product_collections
	UNION ALL SELECT 'material', material_id::text, product_id FROM product_materials
	UNION ALL SELECT 'gemstone', gemstone_id::text, product_id FROM product_gemstones) sets
GROUP BY 1, 2, 3, 4) parts
GROUP BY 1, 2, 3;
--> statement-breakpoint
INSERT INTO search_phrases SELECT DISTINCT name FROM piece_sets WHERE kind IN ('@', '=');
--> statement-breakpoint
CREATE INDEX "search_words_by_letters" ON "search_phrases" USING gin ("phrase" gin_trgm_ops) WHERE strpos(phrase, ' ') = 0;
--> statement-breakpoint
CREATE INDEX "search_pairs_by_letters" ON "search_phrases" USING gin ("phrase" gin_trgm_ops) WHERE strpos(phrase, ' ') > 0;
--> statement-breakpoint
DROP INDEX "products_search_names";
--> statement-breakpoint
ANALYZE piece_sets;
--> statement-breakpoint
-- Only by its operator a likeness is looked up in an index, and what counts as alike for the operator is a setting.
CREATE FUNCTION search_words_like(typed text, at_least real) RETURNS TABLE(phrase text, alike real) LANGUAGE plpgsql STABLE
SET pg_trgm.word_similarity_threshold = 0.6
AS $$
BEGIN
	PERFORM set_config('pg_trgm.word_similarity_threshold', (at_least - 0.001)::text, true);
	RETURN QUERY SELECT p.phrase, word_similarity(typed, p.phrase) FROM search_phrases p
		WHERE strpos(p.phrase, ' ') = 0 AND p.phrase %> typed AND word_similarity(typed, p.phrase) >= at_least;
END $$;
--> statement-breakpoint
CREATE FUNCTION search_pairs_like(typed text, at_least real) RETURNS TABLE(phrase text, alike real) LANGUAGE plpgsql STABLE
SET pg_trgm.word_similarity_threshold = 0.6
AS $$
BEGIN
	PERFORM set_config('pg_trgm.word_similarity_threshold', (at_least - 0.001)::text, true);
	RETURN QUERY SELECT p.phrase, word_similarity(typed, p.phrase) FROM search_phrases p
		WHERE strpos(p.phrase, ' ') > 0 AND p.phrase %> typed AND word_similarity(typed, p.phrase) >= at_least;
END $$;
--> statement-breakpoint
-- Sets are shared by all pieces: who changes some must not wait for one who waits for others.
CREATE FUNCTION piece_sets_lock() RETURNS void LANGUAGE sql
AS $$ SELECT pg_advisory_xact_lock(732003) $$;
--> statement-breakpoint
CREATE FUNCTION piece_sets_add(kinds text[], names text[], ids integer[]) RETURNS void LANGUAGE plpgsql
AS $$
BEGIN
	PERFORM piece_sets_lock();
	INSERT INTO piece_sets
	SELECT k, n, segment, bit_or(overlay(0::bit(16384) PLACING part FROM place * 64 + 1)) FROM (
		SELECT k, n, id >> 14 AS segment, (id >> 6) & 255 AS place, bit_or(set_bit(0::bit(64), id & 63, 1)) AS part
		FROM unnest(kinds, names, ids) added(k, n, id) GROUP BY 1, 2, 3, 4) parts
	GROUP BY 1, 2, 3
	ON CONFLICT (kind, name, segment) DO UPDATE SET bits = piece_sets.bits | excluded.bits;
	INSERT INTO search_phrases SELECT DISTINCT n FROM unnest(kinds, names) added(k, n) WHERE k IN ('@', '=') ON CONFLICT DO NOTHING;
END $$;
--> statement-breakpoint
CREATE FUNCTION piece_sets_take(kinds text[], names text[], ids integer[]) RETURNS void LANGUAGE plpgsql
AS $$
BEGIN
	PERFORM piece_sets_lock();
	UPDATE piece_sets s SET bits = s.bits & ~taken.bits
	FROM (SELECT k, n, id >> 14 AS segment, bit_or(piece_bit(id)) AS bits FROM unnest(kinds, names, ids) taken(k, n, id) GROUP BY 1, 2, 3) taken
	WHERE s.kind = taken.k AND s.name = taken.n AND s.segment = taken.segment;
	DELETE FROM piece_sets s USING (SELECT DISTINCT k, n, id >> 14 AS segment FROM unnest(kinds, names, ids) taken(k, n, id)) taken
	WHERE s.kind = taken.k AND s.name = taken.n AND s.segment = taken.segment AND bit_count(s.bits) = 0;
END $$;
--> statement-breakpoint
-- Many pieces at once are many times quicker than one after the other.
CREATE FUNCTION piece_sets_follow_added() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	PERFORM piece_sets_lock();
	WITH sets AS MATERIALIZED (
		SELECT kind, name, segment, bit_or(overlay(0::bit(16384) PLACING part FROM place * 64 + 1)) AS bits FROM (
			SELECT kind, name, id >> 14 AS segment, (id >> 6) & 255 AS place, bit_or(set_bit(0::bit(64), id & 63, 1)) AS part FROM (
				SELECT t.kind, t.name, p.id FROM added p, piece_words_of(p.search_vector, p.search_names, p.name) t
				UNION ALL SELECT t.kind, t.name, p.id FROM added p, piece_facts_of(p.price, p.is_new, p.is_bestseller, p.is_featured) t) own
			GROUP BY 1, 2, 3, 4) parts
		GROUP BY 1, 2, 3),
	phrases AS (INSERT INTO search_phrases SELECT DISTINCT name FROM sets WHERE kind IN ('@', '=') ON CONFLICT DO NOTHING)
	INSERT INTO piece_sets SELECT * FROM sets
	ON CONFLICT (kind, name, segment) DO UPDATE SET bits = piece_sets.bits | excluded.bits;
	RETURN NULL;
END $$;
--> statement-breakpoint
CREATE FUNCTION piece_sets_follow_removed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	PERFORM piece_sets_take(array_agg(t.kind), array_agg(t.name), array_agg(p.id)) FROM taken p, LATERAL (
		SELECT * FROM piece_words_of(p.search_vector, p.search_names, p.name)
		UNION ALL SELECT * FROM piece_facts_of(p.price, p.is_new, p.is_bestseller, p.is_featured)) t;
	RETURN NULL;
END $$;
--> statement-breakpoint
-- A trigger that has all changed rows at hand would also be called for every change of stock, so each is noted first.
CREATE FUNCTION piece_changes_note() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	INSERT INTO piece_changes VALUES (OLD.id, OLD.search_vector, OLD.search_names, OLD.name, OLD.price, OLD.is_new, OLD.is_bestseller, OLD.is_featured);
	RETURN NULL;
END $$;
--> statement-breakpoint
-- Only the sets are written that a piece comes into or goes out of.
CREATE FUNCTION piece_sets_follow_changes() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
	kinds_gone text[];
	names_gone text[];
	ids_gone integer[];
	kinds_come text[];
	names_come text[];
	ids_come integer[];
BEGIN
	IF NOT EXISTS (SELECT 1 FROM piece_changes) THEN
		RETURN NULL;
	END IF;
	WITH earlier AS MATERIALIZED (
		SELECT t.kind, t.name, c.id FROM piece_changes c, LATERAL (
			SELECT * FROM piece_words_of(c.search_vector, c.search_names, c.name)
			UNION ALL SELECT * FROM piece_facts_of(c.price, c.is_new, c.is_bestseller, c.is_featured)) t),
	later AS MATERIALIZED (
		SELECT t.kind, t.name, p.id FROM products p, LATERAL (
			SELECT * FROM piece_words_of(p.search_vector, p.search_names, p.name)
			UNION ALL SELECT * FROM piece_facts_of(p.price, p.is_new, p.is_bestseller, p.is_featured)) t
		WHERE p.id IN (SELECT id FROM piece_changes)),
	gone AS (SELECT * FROM earlier EXCEPT SELECT * FROM later),
	come AS (SELECT * FROM later EXCEPT SELECT * FROM earlier)
	SELECT * INTO kinds_gone, names_gone, ids_gone, kinds_come, names_come, ids_come FROM
		(SELECT array_agg(kind), array_agg(name), array_agg(id) FROM gone) g, (SELECT array_agg(kind), array_agg(name), array_agg(id) FROM come) c;
	DELETE FROM piece_changes;
	IF ids_gone IS NOT NULL THEN
		PERFORM piece_sets_take(kinds_gone, names_gone, ids_gone);
	END IF;
	IF ids_come IS NOT NULL THEN
		PERFORM piece_sets_add(kinds_come, names_come, ids_come);
	END IF;
	RETURN NULL;
END $$;
--> statement-breakpoint
-- A piece may have two stones of a kind, and is of the set until the last is gone.
CREATE FUNCTION piece_sets_follow_filing() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
	kind text := TG_ARGV[0];
	own text := format('%I', kind || '_id');
BEGIN
	IF TG_OP <> 'INSERT' THEN
		EXECUTE format('SELECT piece_sets_take(array_agg(%L::text), array_agg(taken.%s::text), array_agg(taken.product_id)) FROM taken
			WHERE NOT EXISTS (SELECT 1 FROM %s still WHERE still.product_id = taken.product_id AND still.%s = taken.%s)', kind, own, TG_RELID::regclass, own, own);
	END IF;
	IF TG_OP <> 'DELETE' THEN
		EXECUTE format('SELECT piece_sets_add(array_agg(%L::text), array_agg(%s::text), array_agg(product_id)) FROM added', kind, own);
	END IF;
	RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER piece_sets_follow_added AFTER INSERT ON products REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION piece_sets_follow_added();
--> statement-breakpoint
CREATE TRIGGER piece_sets_follow_removed AFTER DELETE ON products REFERENCING OLD TABLE AS taken FOR EACH STATEMENT EXECUTE FUNCTION piece_sets_follow_removed();
--> statement-breakpoint
CREATE TRIGGER piece_changes_note AFTER UPDATE OF name, search_names, short_description, description, price, is_new, is_bestseller, is_featured ON products FOR EACH ROW
WHEN (OLD.search_vector IS DISTINCT FROM NEW.search_vector OR OLD.search_names <> NEW.search_names OR OLD.name <> NEW.name
	OR OLD.price <> NEW.price OR OLD.is_new <> NEW.is_new OR OLD.is_bestseller <> NEW.is_bestseller OR OLD.is_featured <> NEW.is_featured)
EXECUTE FUNCTION piece_changes_note();
--> statement-breakpoint
CREATE TRIGGER piece_sets_follow_changes AFTER UPDATE OF name, search_names, short_description, description, price, is_new, is_bestseller, is_featured ON products FOR EACH STATEMENT
EXECUTE FUNCTION piece_sets_follow_changes();
--> statement-breakpoint
DO $$
DECLARE
	filing text[];
BEGIN
	FOREACH filing SLICE 1 IN ARRAY array[['product_categories', 'category'], ['product_collections', 'collection'], ['product_materials', 'material'], ['product_gemstones', 'gemstone']] LOOP
		EXECUTE format('CREATE TRIGGER piece_sets_follow_added AFTER INSERT ON %I REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION piece_sets_follow_filing(%L)', filing[1], filing[2]);
		EXECUTE format('CREATE TRIGGER piece_sets_follow_removed AFTER DELETE ON %I REFERENCING OLD TABLE AS taken FOR EACH STATEMENT EXECUTE FUNCTION piece_sets_follow_filing(%L)', filing[1], filing[2]);
		EXECUTE format('CREATE TRIGGER piece_sets_follow_changes AFTER UPDATE ON %I REFERENCING OLD TABLE AS taken NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION piece_sets_follow_filing(%L)', filing[1], filing[2]);
	END LOOP;
END $$;
