CREATE TABLE `trials` (
	`id` text PRIMARY KEY NOT NULL,
	`name` text NOT NULL,
	`token_hash` text NOT NULL,
	`files` integer NOT NULL,
	`bytes` integer NOT NULL,
	`address` text NOT NULL,
	`created_at` integer NOT NULL,
	`expires_at` integer NOT NULL,
	`reports` integer DEFAULT 0 NOT NULL,
	`user_id` text,
	`kept_at` integer,
	`order_id` text,
	`problem` text,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `trials_name_key` ON `trials` (`name`);--> statement-breakpoint
CREATE UNIQUE INDEX `trials_user_key` ON `trials` (`user_id`) WHERE user_id is not null;--> statement-breakpoint
CREATE INDEX `trials_created` ON `trials` (`created_at`,`id`);