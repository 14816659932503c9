CREATE TABLE `site_days` (
	`day` text PRIMARY KEY NOT NULL,
	`samples` integer NOT NULL,
	`up_samples` integer NOT NULL
);
--> statement-breakpoint
ALTER TABLE `server_metric_rollups` ADD `requests` integer;--> statement-breakpoint
ALTER TABLE `server_metric_rollups` ADD `client_errors` integer;--> statement-breakpoint
ALTER TABLE `server_metric_rollups` ADD `server_errors` integer;--> statement-breakpoint
ALTER TABLE `server_metric_rollups` ADD `page_views` integer;--> statement-breakpoint
ALTER TABLE `server_metrics` ADD `requests` integer;--> statement-breakpoint
ALTER TABLE `server_metrics` ADD `client_errors` integer;--> statement-breakpoint
ALTER TABLE `server_metrics` ADD `server_errors` integer;--> statement-breakpoint
ALTER TABLE `server_metrics` ADD `page_views` integer;--> statement-breakpoint
ALTER TABLE `service_traffic` ADD `requests` integer;--> statement-breakpoint
ALTER TABLE `service_traffic` ADD `client_errors` integer;--> statement-breakpoint
ALTER TABLE `service_traffic` ADD `server_errors` integer;--> statement-breakpoint
ALTER TABLE `service_traffic` ADD `page_views` integer;