CREATE UNIQUE INDEX "backups_id_key" ON "backups" USING btree ("id");--> statement-breakpoint
CREATE INDEX "jobs_live" ON "jobs" USING btree ("created_at","id") WHERE status = 'queued' or status = 'running';--> statement-breakpoint
CREATE INDEX "jobs_done" ON "jobs" USING btree ("created_at","id") WHERE status = 'done';--> statement-breakpoint
CREATE INDEX "jobs_failed" ON "jobs" USING btree ("created_at","id") WHERE status = 'failed';--> statement-breakpoint
CREATE INDEX "jobs_key" ON "jobs" USING btree ("key") WHERE key is not null;--> statement-breakpoint
CREATE INDEX "mails_created" ON "mails" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "user_services_status" ON "user_services" USING btree ("status","created_at","id");--> statement-breakpoint
CREATE INDEX "user_services_domain" ON "user_services" USING btree ("domain") WHERE domain is not null;--> statement-breakpoint
CREATE INDEX "user_services_busy" ON "user_services" USING btree ("user_id","id") WHERE busy is not null;--> statement-breakpoint
CREATE INDEX "users_admin" ON "users" USING btree ("id") WHERE is_admin;