CREATE TABLE `site_slugs` (
	`slug` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`service_id` text NOT NULL,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`user_id`,`service_id`) REFERENCES `user_services`(`user_id`,`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `site_slugs_service` ON `site_slugs` (`user_id`,`service_id`);--> statement-breakpoint
ALTER TABLE `user_services` ADD `slug` text;--> statement-breakpoint
INSERT INTO `site_slugs` (`slug`, `user_id`, `service_id`, `created_at`)
SELECT replace(`domain`, '.', '-'), `user_id`, `id`, `created_at` FROM `user_services`
WHERE `status` NOT IN ('pending', 'terminated') AND `domain` IS NOT NULL AND length(`domain`) <= 48
ON CONFLICT DO NOTHING;--> statement-breakpoint
INSERT INTO `site_slugs` (`slug`, `user_id`, `service_id`, `created_at`)
SELECT 'site-' || substr(`id`, 31), `user_id`, `id`, `created_at` FROM `user_services`
WHERE `status` <> 'pending' AND NOT EXISTS (SELECT 1 FROM `site_slugs` WHERE `service_id` = `user_services`.`id`)
ON CONFLICT DO NOTHING;--> statement-breakpoint
UPDATE `user_services` SET `slug` = (SELECT `slug` FROM `site_slugs` WHERE `service_id` = `user_services`.`id`);
