DROP INDEX `databases_unapplied`;--> statement-breakpoint
ALTER TABLE `databases` ADD `is_open` integer DEFAULT true NOT NULL;--> statement-breakpoint
CREATE INDEX `databases_closed` ON `databases` (`user_id`,`service_id`) WHERE not is_open;--> statement-breakpoint
CREATE INDEX `databases_unapplied` ON `databases` (`updated_at`,`id`) WHERE revision > applied_revision and status <> 'failed';--> statement-breakpoint
CREATE INDEX `database_dumps_open` ON `database_dumps` (`created_at`,`id`) WHERE status in ('writing', 'restoring');