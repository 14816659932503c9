CREATE TABLE "domain_names" (
	"name" text COLLATE "C" PRIMARY KEY NOT NULL,
	"former_user_id" uuid
);
--> statement-breakpoint
DROP INDEX "domains_name_key";--> statement-breakpoint
ALTER TABLE "domains" ADD COLUMN "challenge" text COLLATE "C";--> statement-breakpoint
ALTER TABLE "domains" ADD COLUMN "verified_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "domains" ADD COLUMN "problem" text COLLATE "C";--> statement-breakpoint
ALTER TABLE "domains" ADD COLUMN "check_at" timestamp (3) with time zone;--> statement-breakpoint
CREATE UNIQUE INDEX "domains_own_name_key" ON "domains" USING btree ("user_id","domain_name");--> statement-breakpoint
CREATE INDEX "domains_wanted" ON "domains" USING btree ("domain_name") WHERE challenge is not null;--> statement-breakpoint
CREATE INDEX "domains_check" ON "domains" USING btree ("check_at","id") WHERE check_at is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "domains_name_key" ON "domains" USING btree ("domain_name") WHERE challenge is null;