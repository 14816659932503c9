ALTER TABLE "cloud_databases" ADD COLUMN "untold" jsonb;--> statement-breakpoint
ALTER TABLE "cloud_functions" ADD COLUMN "untold" jsonb;--> statement-breakpoint
ALTER TABLE "cloud_providers" ADD COLUMN "refreshed_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "cloud_providers" ADD COLUMN "next_refresh_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "cloud_providers" ADD COLUMN "refresh_failures" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "cloud_providers" ADD COLUMN "viewed_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "cloud_storage" ADD COLUMN "untold" jsonb;--> statement-breakpoint
CREATE INDEX "cloud_providers_due" ON "cloud_providers" USING btree ("next_refresh_at") WHERE next_refresh_at is not null;