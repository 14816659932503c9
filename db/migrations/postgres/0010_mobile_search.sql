DROP INDEX "users_email_search";--> statement-breakpoint
CREATE INDEX "users_mobile_search" ON "users" USING btree ("mobile","created_at","id");--> statement-breakpoint
CREATE INDEX "users_email_search" ON "users" USING btree ("email_key","created_at","id");