-- Addresses are taken in one spelling (contract/fields.ts): one that was stored in another would not be found again.
-- Nothing of its body is looked at unless it is called, and `normalize` is for databases in UTF-8 only.
CREATE FUNCTION spelled_once(address text) RETURNS text LANGUAGE plpgsql AS $$
DECLARE
	spelled text := lower(replace(regexp_replace(normalize(address, NFKC),
		'[\u0001-\u0008\u000e-\u001f\u007f-\u0084\u0086-\u009f\u00ad\u034f\u061c\u115f-\u1160\u17b4-\u17b5\u180b-\u180f\u200b-\u200f\u202a-\u202e\u2060-\u206f\u3164\ufe00-\ufe0f\ufeff\uffa0\ufff0-\ufff8\U0001bca0-\U0001bca3\U0001d173-\U0001d17a\U000e0000-\U000e0fff]',
		'', 'g'), chr(12290), '.'));
BEGIN
	-- What would be no address stays as it is.
	RETURN CASE WHEN spelled ~ '^[^[:space:]@<>"(),:;]+@[^[:space:]@<>"(),:;]+$' THEN spelled ELSE address END;
END $$;
--> statement-breakpoint
-- No account takes an address that another has; of several with one address, the one that proved it first gets it.
-- Whoever signs in through a provider is found without an address, and theirs was proved only as it is.
UPDATE customers SET email = spelled
FROM (
	SELECT id, spelled, row_number() OVER (PARTITION BY spelled ORDER BY email_verified_at, created_at, id) AS place
	FROM (
		SELECT *, CASE WHEN email ~ '[^!-~]' THEN spelled_once(email) ELSE email END AS spelled FROM customers
	) every
	WHERE spelled <> email
	AND NOT EXISTS (SELECT FROM customers other WHERE other.email = spelled)
	AND NOT EXISTS (SELECT FROM identities WHERE customer_id = every.id)
) odd
WHERE odd.id = customers.id AND place = 1;
--> statement-breakpoint
UPDATE newsletter_subscribers SET email = spelled
FROM (
	SELECT id, spelled, row_number() OVER (PARTITION BY spelled ORDER BY confirmed_at, requested_at, id) AS place
	FROM (
		SELECT *, CASE WHEN email ~ '[^!-~]' THEN spelled_once(email) ELSE email END AS spelled FROM newsletter_subscribers
	) every
	WHERE spelled <> email
	AND NOT EXISTS (SELECT FROM newsletter_subscribers other WHERE other.email = spelled)
) odd
WHERE odd.id = newsletter_subscribers.id AND place = 1;
--> statement-breakpoint
UPDATE contact_messages SET email = spelled_once(email) WHERE CASE WHEN email ~ '[^!-~]' THEN spelled_once(email) <> email END;
--> statement-breakpoint
DROP FUNCTION spelled_once;
