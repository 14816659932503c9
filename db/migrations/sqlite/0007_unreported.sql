ALTER TABLE `cloud_databases` RENAME COLUMN "untold" TO "unreported";--> statement-breakpoint
ALTER TABLE `cloud_functions` RENAME COLUMN "untold" TO "unreported";--> statement-breakpoint
ALTER TABLE `cloud_storage` RENAME COLUMN "untold" TO "unreported";