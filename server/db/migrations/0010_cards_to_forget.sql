CREATE TABLE "cards_to_forget" (
	"gateway_token" text PRIMARY KEY NOT NULL,
	"asked_at" timestamp (3) with time zone NOT NULL
);
