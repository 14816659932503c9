CREATE TABLE "dnssec_keys" (
	"user_id" uuid NOT NULL,
	"domain_id" uuid NOT NULL,
	"role" text COLLATE "C" NOT NULL,
	"public_key" text COLLATE "C" NOT NULL,
	"private_key" text COLLATE "C" NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "dnssec_keys_pkey" PRIMARY KEY("user_id","domain_id","role")
);
--> statement-breakpoint
ALTER TABLE "domains" ADD COLUMN "signed_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "dnssec_keys" ADD CONSTRAINT "dnssec_keys_domain_fk" FOREIGN KEY ("user_id","domain_id") REFERENCES "public"."domains"("user_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "domains_signed" ON "domains" USING btree ("signed_at","id") WHERE signed_at is not null;