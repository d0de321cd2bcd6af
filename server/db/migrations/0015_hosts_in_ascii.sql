-- The host of an address is taken as its server is found (contract/fields.ts): one that was stored in letters of another
-- alphabet would not be found again. This is the encoding of RFC 3492.
CREATE FUNCTION in_ascii(label text) RETURNS text LANGUAGE plpgsql AS $$
DECLARE
	codes int[] := ARRAY(SELECT ascii(letter) FROM regexp_split_to_table(label, '') WITH ORDINALITY AS one(letter, place) ORDER BY place);
	digits CONSTANT text := 'abcdefghijklmnopqrstuvwxyz0123456789';
	encoded text := regexp_replace(label, '[^\u0001-\u007f]', '', 'g');
	plain int := length(encoded);
	done int := plain;
	code int := 128;
	next int;
	delta int := 0;
	bias int := 72;
	letter int;
	rest int;
	place int;
	threshold int;
BEGIN
	IF plain > 0 THEN encoded := encoded || '-'; END IF;
	WHILE done < cardinality(codes) LOOP
		SELECT min(one) INTO next FROM unnest(codes) one WHERE one >= code;
		delta := delta + (next - code) * (done + 1);
		code := next;
		FOREACH letter IN ARRAY codes LOOP
			IF letter < code THEN delta := delta + 1; END IF;
			CONTINUE WHEN letter <> code;
			rest := delta;
			place := 36;
			LOOP
				threshold := least(greatest(place - bias, 1), 26);
				EXIT WHEN rest < threshold;
				encoded := encoded || substr(digits, threshold + (rest - threshold) % (36 - threshold) + 1, 1);
				rest := (rest - threshold) / (36 - threshold);
				place := place + 36;
			END LOOP;
			encoded := encoded || substr(digits, rest + 1, 1);
			delta := CASE WHEN done = plain THEN delta / 700 ELSE delta / 2 END;
			done := done + 1;
			delta := delta + delta / done;
			bias := 0;
			WHILE delta > 455 LOOP
				delta := delta / 35;
				bias := bias + 36;
			END LOOP;
			bias := bias + 36 * delta / (delta + 38);
			delta := 0;
		END LOOP;
		delta := delta + 1;
		code := code + 1;
	END LOOP;
	RETURN 'xn--' || encoded;
END $$;
--> statement-breakpoint
CREATE FUNCTION with_host_in_ascii(address text) RETURNS text LANGUAGE sql AS $$
	SELECT substring(address from '^.*@') || string_agg(CASE WHEN label ~ '[^\u0001-\u007f]' THEN in_ascii(label) ELSE label END, '.' ORDER BY place)
	FROM regexp_split_to_table(substring(address from '[^@]*$'), '\.') WITH ORDINALITY AS one(label, place)
$$;
--> statement-breakpoint
-- No account takes an address that another has.
UPDATE customers SET email = with_host_in_ascii(email)
WHERE email ~ '@.*[^\u0001-\u007f]' AND email ~ '^[^@]+@[^@]+$'
AND NOT EXISTS (SELECT FROM customers other WHERE other.email = with_host_in_ascii(customers.email));
--> statement-breakpoint
UPDATE newsletter_subscribers SET email = with_host_in_ascii(email)
WHERE email ~ '@.*[^\u0001-\u007f]' AND email ~ '^[^@]+@[^@]+$'
AND NOT EXISTS (SELECT FROM newsletter_subscribers other WHERE other.email = with_host_in_ascii(newsletter_subscribers.email));
--> statement-breakpoint
UPDATE contact_messages SET email = with_host_in_ascii(email)
WHERE email ~ '@.*[^\u0001-\u007f]' AND email ~ '^[^@]+@[^@]+$';
--> statement-breakpoint
DROP FUNCTION with_host_in_ascii;
--> statement-breakpoint
DROP FUNCTION in_ascii;
