DROP INDEX "databases_unapplied";--> statement-breakpoint
ALTER TABLE "databases" ADD COLUMN "is_open" boolean DEFAULT true NOT NULL;--> statement-breakpoint
CREATE INDEX "databases_closed" ON "databases" USING btree ("user_id","service_id") WHERE not is_open;--> statement-breakpoint
CREATE INDEX "database_dumps_open" ON "database_dumps" USING btree ("created_at","id") WHERE status in ('writing', 'restoring');--> statement-breakpoint
CREATE INDEX "databases_unapplied" ON "databases" USING btree ("updated_at","id") WHERE revision > applied_revision and status <> 'failed';