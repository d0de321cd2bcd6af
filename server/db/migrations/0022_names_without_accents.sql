-- Names are found without their accents, too: behind the names that a piece is found by stand the same without them, as
-- server/catalogue/words.ts writes them.
UPDATE products SET search_names = search_names || ' ' || plain.names
FROM (SELECT id, normalize(regexp_replace(normalize(search_names, NFD), '[\u0300-\u036f]', '', 'g'), NFC) AS names FROM products) plain
WHERE plain.id = products.id AND plain.names <> products.search_names;
