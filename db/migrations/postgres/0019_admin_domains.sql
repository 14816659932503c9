CREATE UNIQUE INDEX "domains_id_key" ON "domains" USING btree ("id");--> statement-breakpoint
CREATE INDEX "domains_created" ON "domains" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "domains_status" ON "domains" USING btree ("status","created_at","id");--> statement-breakpoint
CREATE INDEX "domains_search" ON "domains" USING btree ("domain_name");