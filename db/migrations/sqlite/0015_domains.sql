CREATE TABLE `dns_changes` (
	`id` text NOT NULL,
	`user_id` text NOT NULL,
	`domain_id` text NOT NULL,
	`note` text NOT NULL,
	`serial` integer NOT NULL,
	`removed` text NOT NULL,
	`added` text NOT NULL,
	`undone_at` integer,
	`created_at` integer NOT NULL,
	PRIMARY KEY(`user_id`, `id`),
	FOREIGN KEY (`user_id`,`domain_id`) REFERENCES `domains`(`user_id`,`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `dns_changes_domain` ON `dns_changes` (`user_id`,`domain_id`,`created_at`,`id`);--> statement-breakpoint
CREATE INDEX `domains_updated` ON `domains` (`updated_at`,`id`);