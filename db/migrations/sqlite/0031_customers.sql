CREATE TABLE `customer_notes` (
	`id` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`author_id` text NOT NULL,
	`text` text NOT NULL,
	`created_at` integer NOT NULL,
	`changed_at` integer,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`author_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `customer_notes_user` ON `customer_notes` (`user_id`,`created_at`,`id`);--> statement-breakpoint
CREATE INDEX `customer_notes_author` ON `customer_notes` (`author_id`);--> statement-breakpoint
CREATE TABLE `customer_messages` (
	`id` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`author_id` text NOT NULL,
	`subject` text NOT NULL,
	`text` text NOT NULL,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`author_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `customer_messages_user` ON `customer_messages` (`user_id`,`created_at`,`id`);--> statement-breakpoint
CREATE INDEX `customer_messages_author` ON `customer_messages` (`author_id`);--> statement-breakpoint
CREATE TABLE `customer_views` (
	`id` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`viewer_id` text NOT NULL,
	`session_id` text NOT NULL,
	`created_at` integer NOT NULL,
	`ends_at` integer NOT NULL,
	`ended_at` integer,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`viewer_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `customer_views_user` ON `customer_views` (`user_id`,`created_at`,`id`);--> statement-breakpoint
CREATE INDEX `customer_views_viewer` ON `customer_views` (`viewer_id`);--> statement-breakpoint
CREATE INDEX `customer_views_open` ON `customer_views` (`ends_at`,`id`) WHERE ended_at is null;--> statement-breakpoint
CREATE INDEX `contact_messages_email` ON `contact_messages` (`email`,`created_at`,`id`);