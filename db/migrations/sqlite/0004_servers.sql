CREATE TABLE `server_metric_rollups` (
	`user_id` text NOT NULL,
	`service_id` text NOT NULL,
	`slot` integer NOT NULL,
	`samples` integer NOT NULL,
	`up_samples` integer NOT NULL,
	`cpu_usage_sum` integer NOT NULL,
	`memory_usage_sum` integer NOT NULL,
	`disk_usage_sum` integer NOT NULL,
	`network_in` integer NOT NULL,
	`network_out` integer NOT NULL,
	PRIMARY KEY(`user_id`, `service_id`, `slot`),
	FOREIGN KEY (`user_id`,`service_id`) REFERENCES `user_services`(`user_id`,`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `server_metric_rollups_slot` ON `server_metric_rollups` (`slot`);--> statement-breakpoint
CREATE TABLE `service_traffic` (
	`user_id` text NOT NULL,
	`service_id` text NOT NULL,
	`day` text NOT NULL,
	`bytes_in` integer DEFAULT 0 NOT NULL,
	`bytes_out` integer DEFAULT 0 NOT NULL,
	PRIMARY KEY(`user_id`, `service_id`, `day`),
	FOREIGN KEY (`user_id`,`service_id`) REFERENCES `user_services`(`user_id`,`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `service_traffic_day` ON `service_traffic` (`day`);--> statement-breakpoint
ALTER TABLE `server_metrics` ADD `is_up` integer DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE `server_metrics` ADD `processes` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `server_metrics` ADD `network_in` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `server_metrics` ADD `network_out` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `server_metrics` ADD `slot` integer DEFAULT 0 NOT NULL;