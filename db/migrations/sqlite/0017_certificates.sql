CREATE TABLE `certificates` (
	`user_id` text NOT NULL,
	`domain_id` text NOT NULL,
	`status` text NOT NULL,
	`names` text NOT NULL,
	`issuer` text,
	`serial` text,
	`chain` text,
	`private_key` text,
	`not_before` integer,
	`not_after` integer,
	`problem` text,
	`failures` integer DEFAULT 0 NOT NULL,
	`due_at` integer NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	PRIMARY KEY(`user_id`, `domain_id`),
	FOREIGN KEY (`user_id`,`domain_id`) REFERENCES `domains`(`user_id`,`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `certificates_due` ON `certificates` (`due_at`,`domain_id`);--> statement-breakpoint
CREATE TABLE `certificate_authorities` (
	`name` text PRIMARY KEY NOT NULL,
	`certificate` text NOT NULL,
	`private_key` text NOT NULL,
	`created_at` integer NOT NULL
);
