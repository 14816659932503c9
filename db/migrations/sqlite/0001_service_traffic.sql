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
CREATE INDEX `service_traffic_day` ON `service_traffic` (`day`);