CREATE UNIQUE INDEX `backups_id_key` ON `backups` (`id`);--> statement-breakpoint
CREATE INDEX `jobs_live` ON `jobs` (`created_at`,`id`) WHERE status = 'queued' or status = 'running';--> statement-breakpoint
CREATE INDEX `jobs_done` ON `jobs` (`created_at`,`id`) WHERE status = 'done';--> statement-breakpoint
CREATE INDEX `jobs_failed` ON `jobs` (`created_at`,`id`) WHERE status = 'failed';--> statement-breakpoint
CREATE INDEX `jobs_key` ON `jobs` (`key`) WHERE key is not null;--> statement-breakpoint
CREATE INDEX `mails_created` ON `mails` (`created_at`,`id`);--> statement-breakpoint
CREATE INDEX `user_services_status` ON `user_services` (`status`,`created_at`,`id`);--> statement-breakpoint
CREATE INDEX `user_services_domain` ON `user_services` (`domain`) WHERE domain is not null;--> statement-breakpoint
CREATE INDEX `user_services_busy` ON `user_services` (`user_id`,`id`) WHERE busy is not null;--> statement-breakpoint
CREATE INDEX `users_admin` ON `users` (`id`) WHERE is_admin;