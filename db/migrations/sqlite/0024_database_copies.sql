CREATE TABLE `database_copies` (
	`id` text NOT NULL,
	`user_id` text NOT NULL,
	`service_id` text NOT NULL,
	`run_id` text NOT NULL,
	`db_name` text NOT NULL,
	`db_type` text NOT NULL,
	`db_user` text NOT NULL,
	`db_password` text NOT NULL,
	`status` text DEFAULT 'staging' NOT NULL,
	`made_id` text,
	`created_at` integer NOT NULL,
	PRIMARY KEY(`user_id`, `id`),
	FOREIGN KEY (`user_id`,`service_id`) REFERENCES `user_services`(`user_id`,`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `database_copies_run_key` ON `database_copies` (`user_id`,`run_id`,`db_type`,`db_name`);--> statement-breakpoint
CREATE INDEX `database_copies_service` ON `database_copies` (`user_id`,`service_id`);