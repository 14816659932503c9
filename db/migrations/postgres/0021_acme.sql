CREATE TABLE "acme_accounts" (
	"directory_url" text COLLATE "C" PRIMARY KEY NOT NULL,
	"private_key" text COLLATE "C" NOT NULL,
	"account_url" text COLLATE "C",
	"contact" text COLLATE "C",
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "acme_challenges" (
	"user_id" uuid NOT NULL,
	"domain_id" uuid NOT NULL,
	"token" text COLLATE "C" NOT NULL,
	"kind" text COLLATE "C" NOT NULL,
	"name" text COLLATE "C" NOT NULL,
	"value" text COLLATE "C" NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "acme_challenges_pkey" PRIMARY KEY("user_id","domain_id","token")
);
--> statement-breakpoint
ALTER TABLE "certificates" ADD COLUMN "wanted" jsonb;--> statement-breakpoint
ALTER TABLE "certificates" ADD COLUMN "authority" text COLLATE "C";--> statement-breakpoint
ALTER TABLE "certificates" ADD COLUMN "wait_until" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "certificates" ADD COLUMN "ask_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "acme_challenges" ADD CONSTRAINT "acme_challenges_domain_fk" FOREIGN KEY ("user_id","domain_id") REFERENCES "public"."domains"("user_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "acme_challenges_expiry" ON "acme_challenges" USING btree ("expires_at","domain_id");--> statement-breakpoint
CREATE INDEX "certificates_ask" ON "certificates" USING btree ("ask_at","domain_id") WHERE ask_at is not null;