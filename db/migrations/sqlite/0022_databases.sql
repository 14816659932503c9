CREATE TABLE `database_dumps` (
	`id` text NOT NULL,
	`user_id` text NOT NULL,
	`service_id` text NOT NULL,
	`db_name` text NOT NULL,
	`db_type` text NOT NULL,
	`db_user` text NOT NULL,
	`db_password` text NOT NULL,
	`network_name` text NOT NULL,
	`network_user` text NOT NULL,
	`status` text DEFAULT 'writing' NOT NULL,
	`reason` text,
	`file_size` integer DEFAULT 0 NOT NULL,
	`sha256` text,
	`created_at` integer NOT NULL,
	`expires_at` integer NOT NULL,
	PRIMARY KEY(`user_id`, `id`),
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`user_id`,`service_id`) REFERENCES `user_services`(`user_id`,`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `database_dumps_network_name_key` ON `database_dumps` (`db_type`,`network_name`) WHERE status = 'writing';--> statement-breakpoint
CREATE UNIQUE INDEX `database_dumps_network_user_key` ON `database_dumps` (`db_type`,`network_user`) WHERE status = 'writing';--> statement-breakpoint
CREATE INDEX `database_dumps_user` ON `database_dumps` (`user_id`,`created_at`,`id`);--> statement-breakpoint
CREATE INDEX `database_dumps_expired` ON `database_dumps` (`expires_at`);--> statement-breakpoint
CREATE TABLE `database_samples` (
	`user_id` text NOT NULL,
	`database_id` text NOT NULL,
	`measured_at` integer NOT NULL,
	`size_bytes` integer NOT NULL,
	`connections` integer NOT NULL,
	PRIMARY KEY(`user_id`, `database_id`, `measured_at`),
	FOREIGN KEY (`user_id`,`database_id`) REFERENCES `databases`(`user_id`,`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `database_samples_measured` ON `database_samples` (`measured_at`);--> statement-breakpoint
CREATE TABLE `database_queries` (
	`id` text NOT NULL,
	`user_id` text NOT NULL,
	`database_id` text NOT NULL,
	`statement` text NOT NULL,
	`is_refused` integer NOT NULL,
	`duration_ms` integer NOT NULL,
	`ran_at` integer NOT NULL,
	PRIMARY KEY(`user_id`, `database_id`, `id`),
	FOREIGN KEY (`user_id`,`database_id`) REFERENCES `databases`(`user_id`,`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
ALTER TABLE `databases` ADD `network_name` text NOT NULL;--> statement-breakpoint
ALTER TABLE `databases` ADD `network_user` text NOT NULL;--> statement-breakpoint
ALTER TABLE `databases` ADD `allow` text;--> statement-breakpoint
ALTER TABLE `databases` ADD `revision` integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE `databases` ADD `applied_revision` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `databases` ADD `claimed_at` integer;--> statement-breakpoint
CREATE UNIQUE INDEX `databases_network_name_key` ON `databases` (`db_type`,`network_name`);--> statement-breakpoint
CREATE UNIQUE INDEX `databases_network_user_key` ON `databases` (`db_type`,`network_user`);--> statement-breakpoint
CREATE INDEX `databases_unapplied` ON `databases` (`updated_at`,`id`) WHERE revision > applied_revision;