CREATE TABLE `totp` (
	`user_id` text PRIMARY KEY NOT NULL,
	`secret` text NOT NULL,
	`created_at` integer NOT NULL,
	`enabled_at` integer,
	`last_step` integer,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE TABLE `recovery_codes` (
	`id` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`hash` text NOT NULL,
	`used_at` integer,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `recovery_codes_hash` ON `recovery_codes` (`user_id`,`hash`);--> statement-breakpoint
CREATE TABLE `passkeys` (
	`id` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`credential_id` text NOT NULL,
	`public_key` text NOT NULL,
	`counter` integer NOT NULL,
	`transports` text NOT NULL,
	`name` text NOT NULL,
	`is_backed_up` integer NOT NULL,
	`created_at` integer NOT NULL,
	`last_used_at` integer,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `passkeys_credential` ON `passkeys` (`credential_id`);--> statement-breakpoint
CREATE INDEX `passkeys_user` ON `passkeys` (`user_id`,`created_at`);--> statement-breakpoint
CREATE TABLE `used_challenges` (
	`id` text PRIMARY KEY NOT NULL,
	`expires_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `used_challenges_expires` ON `used_challenges` (`expires_at`);--> statement-breakpoint
CREATE TABLE `sign_ins` (
	`id` text PRIMARY KEY NOT NULL,
	`user_id` text,
	`at` integer NOT NULL,
	`user_agent` text NOT NULL,
	`address` text NOT NULL,
	`method` text NOT NULL,
	`is_success` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `sign_ins_user` ON `sign_ins` (`user_id`,`id`);--> statement-breakpoint
CREATE INDEX `sign_ins_at` ON `sign_ins` (`at`);--> statement-breakpoint
CREATE TABLE `account_exports` (
	`id` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`status` text NOT NULL,
	`file_size` integer DEFAULT 0 NOT NULL,
	`sha256` text,
	`missing` integer DEFAULT 0 NOT NULL,
	`reason` text,
	`created_at` integer NOT NULL,
	`finished_at` integer,
	`expires_at` integer,
	`fetched_at` integer,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `account_exports_user` ON `account_exports` (`user_id`,`created_at`,`id`);--> statement-breakpoint
CREATE INDEX `account_exports_created` ON `account_exports` (`created_at`,`id`);--> statement-breakpoint
CREATE UNIQUE INDEX `account_exports_pending_key` ON `account_exports` (`user_id`) WHERE status = 'pending';--> statement-breakpoint
CREATE INDEX `account_exports_open` ON `account_exports` (`expires_at`,`id`) WHERE status = 'ready' or status = 'fetching';--> statement-breakpoint
CREATE TABLE `account_deletions` (
	`id` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`status` text NOT NULL,
	`requested_at` integer NOT NULL,
	`ends_at` integer NOT NULL,
	`reminded_at` integer,
	`step` text,
	`ended_at` integer,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `account_deletions_due` ON `account_deletions` (`ends_at`,`id`) WHERE status = 'waiting' or status = 'running';--> statement-breakpoint
CREATE INDEX `account_deletions_user` ON `account_deletions` (`user_id`,`requested_at`);--> statement-breakpoint
CREATE UNIQUE INDEX `account_deletions_open_key` ON `account_deletions` (`user_id`) WHERE status = 'waiting' or status = 'running';--> statement-breakpoint
CREATE TABLE `billing_accounts` (
	`user_id` text PRIMARY KEY NOT NULL,
	`credit_paise` integer DEFAULT 0 NOT NULL,
	`legal_name` text,
	`gstin` text,
	`address` text,
	`state_code` text,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE TABLE `invoice_series` (
	`name` text PRIMARY KEY NOT NULL,
	`last_number` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `invoices` (
	`id` text NOT NULL,
	`user_id` text NOT NULL,
	`kind` text NOT NULL,
	`number` text NOT NULL,
	`series` text NOT NULL,
	`place` integer NOT NULL,
	`status` text NOT NULL,
	`corrects_id` text,
	`order_id` text,
	`service_id` text,
	`currency` text DEFAULT 'INR' NOT NULL,
	`total_paise` integer NOT NULL,
	`taxable_paise` integer NOT NULL,
	`cgst_paise` integer NOT NULL,
	`sgst_paise` integer NOT NULL,
	`igst_paise` integer NOT NULL,
	`paid_paise` integer DEFAULT 0 NOT NULL,
	`credited_paise` integer DEFAULT 0 NOT NULL,
	`returned_paise` integer DEFAULT 0 NOT NULL,
	`place_of_supply` text NOT NULL,
	`supplier` text NOT NULL,
	`recipient` text NOT NULL,
	`is_sample` integer NOT NULL,
	`reason` text,
	`issued_at` integer NOT NULL,
	`due_at` integer NOT NULL,
	`paid_at` integer,
	PRIMARY KEY(`user_id`, `id`),
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`user_id`,`corrects_id`) REFERENCES `invoices`(`user_id`,`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `invoices_id_key` ON `invoices` (`id`);--> statement-breakpoint
CREATE UNIQUE INDEX `invoices_number_key` ON `invoices` (`number`);--> statement-breakpoint
CREATE UNIQUE INDEX `invoices_series_key` ON `invoices` (`series`,`place`);--> statement-breakpoint
CREATE UNIQUE INDEX `invoices_order_key` ON `invoices` (`order_id`) WHERE order_id is not null;--> statement-breakpoint
CREATE INDEX `invoices_user` ON `invoices` (`user_id`,`issued_at`,`id`);--> statement-breakpoint
CREATE INDEX `invoices_issued` ON `invoices` (`issued_at`,`id`);--> statement-breakpoint
CREATE INDEX `invoices_status` ON `invoices` (`status`,`issued_at`,`id`);--> statement-breakpoint
CREATE INDEX `invoices_corrects` ON `invoices` (`user_id`,`corrects_id`) WHERE corrects_id is not null;--> statement-breakpoint
CREATE INDEX `invoices_service` ON `invoices` (`user_id`,`service_id`) WHERE service_id is not null;--> statement-breakpoint
CREATE TABLE `invoice_lines` (
	`id` text NOT NULL,
	`user_id` text NOT NULL,
	`invoice_id` text NOT NULL,
	`position` integer NOT NULL,
	`kind` text NOT NULL,
	`description` text NOT NULL,
	`sac` text NOT NULL,
	`quantity` integer NOT NULL,
	`rate` integer NOT NULL,
	`total_paise` integer NOT NULL,
	`taxable_paise` integer NOT NULL,
	`cgst_paise` integer NOT NULL,
	`sgst_paise` integer NOT NULL,
	`igst_paise` integer NOT NULL,
	`service_id` text,
	`domain_id` text,
	`period_start` integer,
	`period_end` integer,
	PRIMARY KEY(`user_id`, `id`),
	FOREIGN KEY (`user_id`,`invoice_id`) REFERENCES `invoices`(`user_id`,`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `invoice_lines_place_key` ON `invoice_lines` (`user_id`,`invoice_id`,`position`);--> statement-breakpoint
CREATE TABLE `payments` (
	`id` text NOT NULL,
	`user_id` text NOT NULL,
	`provider` text NOT NULL,
	`reference` text NOT NULL,
	`invoice_id` text,
	`order_id` text,
	`amount_paise` integer NOT NULL,
	`applied_paise` integer DEFAULT 0 NOT NULL,
	`credited_paise` integer DEFAULT 0 NOT NULL,
	`received_at` integer NOT NULL,
	`note` text,
	`recorded_by` text,
	`created_at` integer NOT NULL,
	PRIMARY KEY(`user_id`, `id`),
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`user_id`,`invoice_id`) REFERENCES `invoices`(`user_id`,`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `payments_id_key` ON `payments` (`id`);--> statement-breakpoint
CREATE UNIQUE INDEX `payments_reference_key` ON `payments` (`provider`,`reference`);--> statement-breakpoint
CREATE INDEX `payments_invoice` ON `payments` (`user_id`,`invoice_id`) WHERE invoice_id is not null;--> statement-breakpoint
CREATE INDEX `payments_order` ON `payments` (`order_id`) WHERE order_id is not null;--> statement-breakpoint
CREATE INDEX `payments_created` ON `payments` (`created_at`,`id`);--> statement-breakpoint
CREATE TABLE `account_credits` (
	`id` text NOT NULL,
	`user_id` text NOT NULL,
	`amount_paise` integer NOT NULL,
	`reason` text NOT NULL,
	`invoice_id` text,
	`payment_id` text,
	`created_at` integer NOT NULL,
	PRIMARY KEY(`user_id`, `id`),
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `account_credits_user` ON `account_credits` (`user_id`,`created_at`,`id`);--> statement-breakpoint
CREATE TABLE `refunds` (
	`id` text NOT NULL,
	`user_id` text NOT NULL,
	`invoice_id` text NOT NULL,
	`credit_note_id` text NOT NULL,
	`amount_paise` integer NOT NULL,
	`status` text DEFAULT 'waiting' NOT NULL,
	`method` text,
	`expected_by` integer,
	`reference` text,
	`created_at` integer NOT NULL,
	`paid_at` integer,
	PRIMARY KEY(`user_id`, `id`),
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`user_id`,`credit_note_id`) REFERENCES `invoices`(`user_id`,`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `refunds_id_key` ON `refunds` (`id`);--> statement-breakpoint
CREATE UNIQUE INDEX `refunds_note_key` ON `refunds` (`credit_note_id`);--> statement-breakpoint
CREATE INDEX `refunds_created` ON `refunds` (`created_at`,`id`);--> statement-breakpoint
CREATE TABLE `payment_reports` (
	`id` text NOT NULL,
	`user_id` text NOT NULL,
	`order_id` text,
	`invoice_id` text,
	`reference` text NOT NULL,
	`amount_paise` integer NOT NULL,
	`status` text DEFAULT 'waiting' NOT NULL,
	`payment_id` text,
	`created_at` integer NOT NULL,
	`decided_at` integer,
	`decided_by` text,
	PRIMARY KEY(`user_id`, `id`),
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `payment_reports_id_key` ON `payment_reports` (`id`);--> statement-breakpoint
CREATE INDEX `payment_reports_user` ON `payment_reports` (`user_id`,`created_at`,`id`);--> statement-breakpoint
CREATE INDEX `payment_reports_waiting` ON `payment_reports` (`created_at`,`id`) WHERE status = 'waiting';--> statement-breakpoint
CREATE INDEX `payment_reports_reference` ON `payment_reports` (`reference`) WHERE status = 'waiting';--> statement-breakpoint
CREATE TABLE `payment_links` (
	`id` text NOT NULL,
	`user_id` text NOT NULL,
	`order_id` text,
	`invoice_id` text,
	`amount_paise` integer NOT NULL,
	`status` text NOT NULL,
	`external_id` text,
	`url` text,
	`created_at` integer NOT NULL,
	`expires_at` integer NOT NULL,
	`check_at` integer,
	`checks` integer DEFAULT 0 NOT NULL,
	PRIMARY KEY(`user_id`, `id`),
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `payment_links_id_key` ON `payment_links` (`id`);--> statement-breakpoint
CREATE UNIQUE INDEX `payment_links_external_key` ON `payment_links` (`external_id`) WHERE external_id is not null;--> statement-breakpoint
CREATE UNIQUE INDEX `payment_links_order_key` ON `payment_links` (`order_id`) WHERE order_id is not null and status in ('creating', 'open');--> statement-breakpoint
CREATE UNIQUE INDEX `payment_links_invoice_key` ON `payment_links` (`invoice_id`) WHERE invoice_id is not null and status in ('creating', 'open');--> statement-breakpoint
CREATE INDEX `payment_links_check` ON `payment_links` (`check_at`,`id`) WHERE check_at is not null;--> statement-breakpoint
CREATE TABLE `payment_events` (
	`id` text PRIMARY KEY NOT NULL,
	`event_id` text NOT NULL,
	`type` text NOT NULL,
	`facts` text NOT NULL,
	`received_at` integer NOT NULL,
	`outcome` text,
	`returned_payment_id` text
);
--> statement-breakpoint
CREATE UNIQUE INDEX `payment_events_event_key` ON `payment_events` (`event_id`);--> statement-breakpoint
CREATE INDEX `payment_events_returned` ON `payment_events` (`returned_payment_id`) WHERE returned_payment_id is not null;--> statement-breakpoint
CREATE INDEX `payment_events_received` ON `payment_events` (`received_at`,`id`);--> statement-breakpoint
CREATE TABLE `provider_refunds` (
	`id` text NOT NULL,
	`user_id` text NOT NULL,
	`payment_id` text NOT NULL,
	`external_payment_id` text NOT NULL,
	`amount_paise` integer NOT NULL,
	`status` text DEFAULT 'waiting' NOT NULL,
	`external_id` text,
	`message` text,
	`created_at` integer NOT NULL,
	`check_at` integer,
	`finished_at` integer,
	PRIMARY KEY(`user_id`, `id`),
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `provider_refunds_id_key` ON `provider_refunds` (`id`);--> statement-breakpoint
CREATE INDEX `provider_refunds_check` ON `provider_refunds` (`check_at`,`id`) WHERE check_at is not null;--> statement-breakpoint
CREATE TABLE `bank_statements` (
	`id` text PRIMARY KEY NOT NULL,
	`file_name` text NOT NULL,
	`lines` integer NOT NULL,
	`new_lines` integer NOT NULL,
	`imported_by` text NOT NULL,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`imported_by`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `bank_statements_created` ON `bank_statements` (`created_at`,`id`);--> statement-breakpoint
CREATE TABLE `bank_lines` (
	`id` text PRIMARY KEY NOT NULL,
	`statement_id` text NOT NULL,
	`fingerprint` text NOT NULL,
	`day` text NOT NULL,
	`narration` text NOT NULL,
	`reference` text NOT NULL,
	`amount_paise` integer NOT NULL,
	`status` text DEFAULT 'waiting' NOT NULL,
	`payment_id` text,
	`created_at` integer NOT NULL,
	`decided_at` integer,
	`decided_by` text,
	FOREIGN KEY (`statement_id`) REFERENCES `bank_statements`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `bank_lines_fingerprint_key` ON `bank_lines` (`fingerprint`);--> statement-breakpoint
CREATE UNIQUE INDEX `bank_lines_payment_key` ON `bank_lines` (`payment_id`) WHERE payment_id is not null;--> statement-breakpoint
CREATE INDEX `bank_lines_created` ON `bank_lines` (`created_at`,`id`);--> statement-breakpoint
CREATE INDEX `bank_lines_status` ON `bank_lines` (`status`,`created_at`,`id`);--> statement-breakpoint
CREATE INDEX `bank_lines_waiting` ON `bank_lines` (`created_at`) WHERE status = 'waiting';--> statement-breakpoint
CREATE INDEX `bank_lines_statement` ON `bank_lines` (`statement_id`);--> statement-breakpoint
CREATE TABLE `renewal_terms` (
	`user_id` text NOT NULL,
	`service_id` text NOT NULL,
	`term` text DEFAULT 'monthly' NOT NULL,
	`anchor_day` integer NOT NULL,
	`paid_until` integer NOT NULL,
	`do_not_suspend_before` integer,
	`suspended_at` integer,
	`ended_at` integer,
	`next_at` integer,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	PRIMARY KEY(`user_id`, `service_id`),
	FOREIGN KEY (`user_id`,`service_id`) REFERENCES `user_services`(`user_id`,`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `renewal_terms_service_key` ON `renewal_terms` (`service_id`);--> statement-breakpoint
CREATE INDEX `renewal_terms_next` ON `renewal_terms` (`next_at`,`service_id`) WHERE next_at is not null;--> statement-breakpoint
CREATE INDEX `renewal_terms_paid` ON `renewal_terms` (`paid_until`,`service_id`) WHERE ended_at is null;--> statement-breakpoint
CREATE INDEX `renewal_terms_suspended` ON `renewal_terms` (`paid_until`,`service_id`) WHERE ended_at is null and suspended_at is not null;--> statement-breakpoint
CREATE TABLE `renewal_charges` (
	`id` text NOT NULL,
	`user_id` text NOT NULL,
	`kind` text NOT NULL,
	`service_id` text,
	`domain_id` text,
	`plan_id` text,
	`months` integer NOT NULL,
	`price_paise` integer NOT NULL,
	`starts_at` integer NOT NULL,
	`ends_at` integer NOT NULL,
	`invoice_id` text NOT NULL,
	`status` text NOT NULL,
	`issued_at` integer NOT NULL,
	`due_at` integer NOT NULL,
	`reminded_days` integer,
	`warned_at` integer,
	`round` integer DEFAULT 0 NOT NULL,
	`closed_at` integer,
	`next_at` integer,
	PRIMARY KEY(`user_id`, `id`),
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`plan_id`) REFERENCES `pricing_plans`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`user_id`,`invoice_id`) REFERENCES `invoices`(`user_id`,`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `renewal_charges_invoice_key` ON `renewal_charges` (`invoice_id`);--> statement-breakpoint
CREATE UNIQUE INDEX `renewal_charges_service_key` ON `renewal_charges` (`service_id`,`kind`) WHERE status = 'open' and service_id is not null;--> statement-breakpoint
CREATE UNIQUE INDEX `renewal_charges_domain_key` ON `renewal_charges` (`domain_id`) WHERE status = 'open' and domain_id is not null;--> statement-breakpoint
CREATE INDEX `renewal_charges_open` ON `renewal_charges` (`user_id`,`due_at`,`id`) WHERE status = 'open';--> statement-breakpoint
CREATE INDEX `renewal_charges_next` ON `renewal_charges` (`next_at`,`id`) WHERE next_at is not null;--> statement-breakpoint
CREATE INDEX `renewal_charges_service` ON `renewal_charges` (`user_id`,`service_id`,`issued_at`);--> statement-breakpoint
CREATE TABLE `renewal_periods` (
	`id` text NOT NULL,
	`user_id` text NOT NULL,
	`service_id` text NOT NULL,
	`plan_id` text NOT NULL,
	`starts_at` integer NOT NULL,
	`ends_at` integer NOT NULL,
	`months` integer NOT NULL,
	`price_paise` integer NOT NULL,
	`charge_id` text,
	PRIMARY KEY(`user_id`, `id`),
	FOREIGN KEY (`plan_id`) REFERENCES `pricing_plans`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`user_id`,`service_id`) REFERENCES `renewal_terms`(`user_id`,`service_id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `renewal_periods_start_key` ON `renewal_periods` (`user_id`,`service_id`,`starts_at`);--> statement-breakpoint
CREATE UNIQUE INDEX `renewal_periods_charge_key` ON `renewal_periods` (`charge_id`) WHERE charge_id is not null;--> statement-breakpoint
CREATE TABLE `renewal_steps` (
	`id` text NOT NULL,
	`user_id` text NOT NULL,
	`key` text NOT NULL,
	`step` text NOT NULL,
	`service_id` text,
	`domain_id` text,
	`name` text NOT NULL,
	`at` integer NOT NULL,
	PRIMARY KEY(`user_id`, `id`),
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `renewal_steps_key` ON `renewal_steps` (`user_id`,`key`);--> statement-breakpoint
CREATE INDEX `renewal_steps_at` ON `renewal_steps` (`at`,`id`);--> statement-breakpoint
CREATE INDEX `renewal_steps_user` ON `renewal_steps` (`user_id`,`at`,`id`);--> statement-breakpoint
CREATE TABLE `renewal_summaries` (
	`day` text PRIMARY KEY NOT NULL,
	`sent_at` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `photos` (
	`id` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`status` text NOT NULL,
	`place` text NOT NULL,
	`file_size` integer,
	`sha256` text,
	`expires_at` integer,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `photos_user` ON `photos` (`user_id`,`status`);--> statement-breakpoint
CREATE INDEX `photos_expires` ON `photos` (`expires_at`) WHERE expires_at is not null;--> statement-breakpoint
CREATE INDEX `photos_status` ON `photos` (`status`,`id`);--> statement-breakpoint
CREATE TABLE `mobile_codes` (
	`user_id` text PRIMARY KEY NOT NULL,
	`mobile` text NOT NULL,
	`code_hash` text NOT NULL,
	`attempts` integer DEFAULT 0 NOT NULL,
	`expires_at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE TABLE `api_keys` (
	`id` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`name` text NOT NULL,
	`key_hash` text NOT NULL,
	`hint` text NOT NULL,
	`scopes` text NOT NULL,
	`expires_at` integer,
	`last_used_at` integer,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `api_keys_hash` ON `api_keys` (`key_hash`);--> statement-breakpoint
CREATE INDEX `api_keys_user` ON `api_keys` (`user_id`,`created_at`,`id`);--> statement-breakpoint
CREATE INDEX `api_keys_expires` ON `api_keys` (`expires_at`);--> statement-breakpoint
CREATE TABLE `service_members` (
	`id` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`service_id` text NOT NULL,
	`email` text NOT NULL,
	`email_key` text NOT NULL,
	`member_id` text,
	`role` text NOT NULL,
	`token_hash` text,
	`invite_expires_at` integer NOT NULL,
	`ends_at` integer,
	`accepted_at` integer,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`member_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`user_id`,`service_id`) REFERENCES `user_services`(`user_id`,`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `service_members_key` ON `service_members` (`service_id`,`email_key`);--> statement-breakpoint
CREATE UNIQUE INDEX `service_members_token` ON `service_members` (`token_hash`);--> statement-breakpoint
CREATE INDEX `service_members_owner` ON `service_members` (`user_id`,`created_at`,`id`);--> statement-breakpoint
CREATE INDEX `service_members_member` ON `service_members` (`member_id`);--> statement-breakpoint
CREATE INDEX `service_members_email` ON `service_members` (`email_key`);--> statement-breakpoint
CREATE INDEX `service_members_invites` ON `service_members` (`invite_expires_at`);--> statement-breakpoint
CREATE INDEX `service_members_ends` ON `service_members` (`ends_at`);--> statement-breakpoint
CREATE TABLE `notifications` (
	`id` text NOT NULL,
	`user_id` text NOT NULL,
	`kind` text NOT NULL,
	`subject` text NOT NULL,
	`body` text,
	`link` text,
	`related_id` text,
	`read_at` integer,
	`created_at` integer NOT NULL,
	PRIMARY KEY(`user_id`, `id`),
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `notifications_user` ON `notifications` (`user_id`,`created_at`,`id`);--> statement-breakpoint
CREATE INDEX `notifications_unread` ON `notifications` (`user_id`,`created_at`,`id`) WHERE read_at is null;--> statement-breakpoint
CREATE INDEX `notifications_created` ON `notifications` (`created_at`,`id`);--> statement-breakpoint
CREATE TABLE `notification_preferences` (
	`user_id` text NOT NULL,
	`kind` text NOT NULL,
	`screen` integer NOT NULL,
	`mail` integer NOT NULL,
	`webhook` integer NOT NULL,
	`updated_at` integer NOT NULL,
	PRIMARY KEY(`user_id`, `kind`),
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE TABLE `quota_levels` (
	`user_id` text NOT NULL,
	`subject` text NOT NULL,
	`subject_id` text NOT NULL,
	`level` integer NOT NULL,
	`updated_at` integer NOT NULL,
	PRIMARY KEY(`user_id`, `subject`, `subject_id`),
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE TABLE `webhooks` (
	`id` text NOT NULL,
	`user_id` text NOT NULL,
	`url` text NOT NULL,
	`description` text,
	`kinds` text NOT NULL,
	`is_enabled` integer DEFAULT true NOT NULL,
	`problem` text,
	`secret` text NOT NULL,
	`old_secret` text,
	`old_secret_until` integer,
	`failing_since` integer,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	PRIMARY KEY(`user_id`, `id`),
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `webhooks_user` ON `webhooks` (`user_id`,`created_at`,`id`);--> statement-breakpoint
CREATE TABLE `webhook_deliveries` (
	`id` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`webhook_id` text NOT NULL,
	`message_id` text NOT NULL,
	`kind` text NOT NULL,
	`body` text NOT NULL,
	`status` text DEFAULT 'queued' NOT NULL,
	`attempts` integer DEFAULT 0 NOT NULL,
	`status_code` integer,
	`duration_ms` integer,
	`answer` text,
	`problem` text,
	`created_at` integer NOT NULL,
	`ended_at` integer,
	FOREIGN KEY (`user_id`,`webhook_id`) REFERENCES `webhooks`(`user_id`,`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `webhook_deliveries_webhook` ON `webhook_deliveries` (`user_id`,`webhook_id`,`created_at`,`id`);--> statement-breakpoint
CREATE INDEX `webhook_deliveries_created` ON `webhook_deliveries` (`created_at`,`id`);--> statement-breakpoint
CREATE INDEX `webhook_deliveries_waiting` ON `webhook_deliveries` (`id`) WHERE status = 'queued';--> statement-breakpoint
ALTER TABLE `users` ADD `verified_email` text;--> statement-breakpoint
ALTER TABLE `users` ADD `verified_email_key` text;--> statement-breakpoint
CREATE INDEX `users_verified_email` ON `users` (`verified_email_key`) WHERE verified_email_key is not null;--> statement-breakpoint
ALTER TABLE `sessions` ADD `confirmed_at` integer;--> statement-breakpoint
ALTER TABLE `sessions` ADD `seen_at` integer;--> statement-breakpoint
ALTER TABLE `sessions` ADD `seen_from` text;--> statement-breakpoint
ALTER TABLE `tokens` ADD `held_email_key` text;--> statement-breakpoint
CREATE INDEX `tokens_held` ON `tokens` (`held_email_key`) WHERE held_email_key is not null;--> statement-breakpoint
CREATE INDEX `email_accounts_type` ON `email_accounts` (`type`,`id`);--> statement-breakpoint
CREATE INDEX `mails_user` ON `mails` (`user_id`,`id`) WHERE user_id is not null;