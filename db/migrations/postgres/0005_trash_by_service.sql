DROP INDEX "file_manager_trash";--> statement-breakpoint
CREATE INDEX "file_manager_trash" ON "file_manager" USING btree ("user_id","service_id") WHERE deleted_at is not null;