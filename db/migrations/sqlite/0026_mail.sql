CREATE TABLE `email_domains` (
	`user_id` text NOT NULL,
	`domain_id` text NOT NULL,
	`catch_all_id` text,
	`greylisting` integer DEFAULT false NOT NULL,
	`dkim_selector` text NOT NULL,
	`dkim_private_key` text NOT NULL,
	`dkim_public_key` text NOT NULL,
	`old_selector` text,
	`rotated_at` integer,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	PRIMARY KEY(`user_id`, `domain_id`),
	FOREIGN KEY (`user_id`,`domain_id`) REFERENCES `domains`(`user_id`,`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `email_domains_rotated` ON `email_domains` (`rotated_at`,`domain_id`) WHERE old_selector is not null;--> statement-breakpoint
CREATE TABLE `email_messages` (
	`id` text NOT NULL,
	`user_id` text NOT NULL,
	`account_id` text NOT NULL,
	`folder` text DEFAULT 'inbox' NOT NULL,
	`file` text NOT NULL,
	`message_id` text,
	`thread_id` text NOT NULL,
	`from_name` text DEFAULT '' NOT NULL,
	`from_address` text DEFAULT '' NOT NULL,
	`to_text` text DEFAULT '' NOT NULL,
	`subject` text DEFAULT '' NOT NULL,
	`snippet` text DEFAULT '' NOT NULL,
	`size_bytes` integer NOT NULL,
	`attachment_count` integer DEFAULT 0 NOT NULL,
	`is_seen` integer DEFAULT false NOT NULL,
	`is_answered` integer DEFAULT false NOT NULL,
	`is_flagged` integer DEFAULT false NOT NULL,
	`spf` text,
	`dkim` text,
	`dmarc` text,
	`spam_reasons` text,
	`received_at` integer NOT NULL,
	`filed_at` integer NOT NULL,
	PRIMARY KEY(`user_id`, `account_id`, `id`),
	FOREIGN KEY (`user_id`,`account_id`) REFERENCES `email_accounts`(`user_id`,`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `email_messages_file_key` ON `email_messages` (`user_id`,`account_id`,`file`);--> statement-breakpoint
CREATE INDEX `email_messages_folder` ON `email_messages` (`user_id`,`account_id`,`folder`,`received_at`,`id`);--> statement-breakpoint
CREATE INDEX `email_messages_thread` ON `email_messages` (`user_id`,`account_id`,`thread_id`,`received_at`);--> statement-breakpoint
CREATE INDEX `email_messages_unseen` ON `email_messages` (`user_id`,`account_id`,`folder`) WHERE not is_seen;--> statement-breakpoint
CREATE INDEX `email_messages_filed` ON `email_messages` (`filed_at`,`id`) WHERE folder in ('spam', 'trash');--> statement-breakpoint
CREATE TABLE `email_queue` (
	`id` text PRIMARY KEY NOT NULL,
	`user_id` text,
	`account_id` text,
	`kind` text NOT NULL,
	`sender` text NOT NULL,
	`recipient` text NOT NULL,
	`subject` text DEFAULT '' NOT NULL,
	`file` text NOT NULL,
	`size_bytes` integer NOT NULL,
	`status` text DEFAULT 'queued' NOT NULL,
	`attempts` integer DEFAULT 0 NOT NULL,
	`last_error` text,
	`is_file` integer DEFAULT false NOT NULL,
	`created_at` integer NOT NULL,
	`ended_at` integer
);
--> statement-breakpoint
CREATE INDEX `email_queue_account` ON `email_queue` (`user_id`,`account_id`,`created_at`,`id`);--> statement-breakpoint
CREATE INDEX `email_queue_ended` ON `email_queue` (`ended_at`,`id`) WHERE ended_at is not null;--> statement-breakpoint
CREATE INDEX `email_queue_file` ON `email_queue` (`file`);--> statement-breakpoint
CREATE INDEX `email_queue_waiting` ON `email_queue` (`id`) WHERE status = 'queued';--> statement-breakpoint
CREATE TABLE `email_greylist` (
	`key` text PRIMARY KEY NOT NULL,
	`first_seen_at` integer NOT NULL,
	`passed_at` integer,
	`expires_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `email_greylist_expires` ON `email_greylist` (`expires_at`);--> statement-breakpoint
DROP INDEX `email_accounts_email_key`;--> statement-breakpoint
ALTER TABLE `email_accounts` ADD `messages_received` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `email_accounts` ADD `deleted_at` integer;--> statement-breakpoint
ALTER TABLE `email_accounts` ADD `purge_at` integer;--> statement-breakpoint
CREATE UNIQUE INDEX `email_accounts_own_email_key` ON `email_accounts` (`user_id`,`email`);--> statement-breakpoint
CREATE INDEX `email_accounts_purge` ON `email_accounts` (`purge_at`,`id`) WHERE purge_at is not null;--> statement-breakpoint
CREATE INDEX `email_accounts_updated` ON `email_accounts` (`updated_at`,`id`);--> statement-breakpoint
CREATE UNIQUE INDEX `email_accounts_email_key` ON `email_accounts` (`email`) WHERE domain_id is not null;