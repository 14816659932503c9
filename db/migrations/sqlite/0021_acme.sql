CREATE TABLE `acme_accounts` (
	`directory_url` text PRIMARY KEY NOT NULL,
	`private_key` text NOT NULL,
	`account_url` text,
	`contact` text,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `acme_challenges` (
	`user_id` text NOT NULL,
	`domain_id` text NOT NULL,
	`token` text NOT NULL,
	`kind` text NOT NULL,
	`name` text NOT NULL,
	`value` text NOT NULL,
	`expires_at` integer NOT NULL,
	PRIMARY KEY(`user_id`, `domain_id`, `token`),
	FOREIGN KEY (`user_id`,`domain_id`) REFERENCES `domains`(`user_id`,`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `acme_challenges_expiry` ON `acme_challenges` (`expires_at`,`domain_id`);--> statement-breakpoint
ALTER TABLE `certificates` ADD `wanted` text;--> statement-breakpoint
ALTER TABLE `certificates` ADD `authority` text;--> statement-breakpoint
ALTER TABLE `certificates` ADD `wait_until` integer;--> statement-breakpoint
ALTER TABLE `certificates` ADD `ask_at` integer;--> statement-breakpoint
CREATE INDEX `certificates_ask` ON `certificates` (`ask_at`,`domain_id`) WHERE ask_at is not null;