CREATE TABLE `incident_updates` (
	`id` text PRIMARY KEY NOT NULL,
	`incident_id` text NOT NULL,
	`state` text NOT NULL,
	`message` text NOT NULL,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`incident_id`) REFERENCES `incidents`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `incident_updates_incident` ON `incident_updates` (`incident_id`,`created_at`,`id`);--> statement-breakpoint
CREATE TABLE `incidents` (
	`id` text PRIMARY KEY NOT NULL,
	`title` text NOT NULL,
	`state` text NOT NULL,
	`created_at` integer NOT NULL,
	`resolved_at` integer
);
--> statement-breakpoint
CREATE INDEX `incidents_created` ON `incidents` (`created_at`,`id`);--> statement-breakpoint
CREATE TABLE `status_days` (
	`day` text PRIMARY KEY NOT NULL,
	`minutes` integer NOT NULL,
	`first_beat_at` integer NOT NULL,
	`last_beat_at` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `status_figures` (
	`name` text PRIMARY KEY NOT NULL,
	`value` integer NOT NULL,
	`sample` integer NOT NULL,
	`measured_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `backups_failed` ON `backups` (`finished_at`,`id`) WHERE status = 'failed';--> statement-breakpoint
CREATE INDEX `orders_approved` ON `orders` (`decided_at`) WHERE status = 'approved';