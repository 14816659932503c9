ALTER TABLE `cloud_databases` ADD `untold` text;--> statement-breakpoint
ALTER TABLE `cloud_functions` ADD `untold` text;--> statement-breakpoint
ALTER TABLE `cloud_providers` ADD `refreshed_at` integer;--> statement-breakpoint
ALTER TABLE `cloud_providers` ADD `next_refresh_at` integer;--> statement-breakpoint
ALTER TABLE `cloud_providers` ADD `refresh_failures` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `cloud_providers` ADD `viewed_at` integer;--> statement-breakpoint
CREATE INDEX `cloud_providers_due` ON `cloud_providers` (`next_refresh_at`) WHERE next_refresh_at is not null;--> statement-breakpoint
ALTER TABLE `cloud_storage` ADD `untold` text;