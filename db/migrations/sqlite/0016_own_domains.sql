CREATE TABLE `domain_names` (
	`name` text PRIMARY KEY NOT NULL,
	`former_user_id` text
);
--> statement-breakpoint
DROP INDEX `domains_name_key`;--> statement-breakpoint
ALTER TABLE `domains` ADD `challenge` text;--> statement-breakpoint
ALTER TABLE `domains` ADD `verified_at` integer;--> statement-breakpoint
ALTER TABLE `domains` ADD `problem` text;--> statement-breakpoint
ALTER TABLE `domains` ADD `check_at` integer;--> statement-breakpoint
CREATE UNIQUE INDEX `domains_own_name_key` ON `domains` (`user_id`,`domain_name`);--> statement-breakpoint
CREATE INDEX `domains_wanted` ON `domains` (`domain_name`) WHERE challenge is not null;--> statement-breakpoint
CREATE INDEX `domains_check` ON `domains` (`check_at`,`id`) WHERE check_at is not null;--> statement-breakpoint
CREATE UNIQUE INDEX `domains_name_key` ON `domains` (`domain_name`) WHERE challenge is null;