CREATE UNIQUE INDEX `domains_id_key` ON `domains` (`id`);--> statement-breakpoint
CREATE INDEX `domains_created` ON `domains` (`created_at`,`id`);--> statement-breakpoint
CREATE INDEX `domains_status` ON `domains` (`status`,`created_at`,`id`);--> statement-breakpoint
CREATE INDEX `domains_search` ON `domains` (`domain_name`);