CREATE TABLE `dnssec_keys` (
	`user_id` text NOT NULL,
	`domain_id` text NOT NULL,
	`role` text NOT NULL,
	`public_key` text NOT NULL,
	`private_key` text NOT NULL,
	`created_at` integer NOT NULL,
	PRIMARY KEY(`user_id`, `domain_id`, `role`),
	FOREIGN KEY (`user_id`,`domain_id`) REFERENCES `domains`(`user_id`,`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
ALTER TABLE `domains` ADD `signed_at` integer;--> statement-breakpoint
CREATE INDEX `domains_signed` ON `domains` (`signed_at`,`id`) WHERE signed_at is not null;