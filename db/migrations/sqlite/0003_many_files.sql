CREATE TABLE `file_totals` (
	`user_id` text NOT NULL,
	`path` text NOT NULL,
	`service_id` text NOT NULL,
	`files` integer DEFAULT 0 NOT NULL,
	`folders` integer DEFAULT 0 NOT NULL,
	`bytes` integer DEFAULT 0 NOT NULL,
	`images` integer DEFAULT 0 NOT NULL,
	PRIMARY KEY(`user_id`, `path`, `service_id`),
	FOREIGN KEY (`user_id`,`service_id`) REFERENCES `user_services`(`user_id`,`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `file_manager_by_name` ON `file_manager` (`service_id`,`path`,`is_folder`,lower("file_name"),`id`) WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX `file_manager_by_size` ON `file_manager` (`service_id`,`path`,`is_folder`,`file_size`,`id`) WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX `file_manager_by_date` ON `file_manager` (`service_id`,`path`,`is_folder`,`uploaded_at`,`id`) WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX `file_manager_trash_roots` ON `file_manager` (`user_id`,`deleted_at`,`id`) WHERE deleted_at is not null and trashed_with is null;--> statement-breakpoint
CREATE INDEX `file_manager_expired_roots` ON `file_manager` (`deleted_at`) WHERE deleted_at is not null and trashed_with is null;--> statement-breakpoint
CREATE INDEX `file_manager_trashed_with` ON `file_manager` (`user_id`,`trashed_with`,`id`) WHERE trashed_with is not null;--> statement-breakpoint
INSERT INTO file_totals (user_id, path, service_id, files, folders, bytes, images)
SELECT user_id, path, service_id,
  sum(CASE WHEN is_folder THEN 0 ELSE 1 END), sum(CASE WHEN is_folder THEN 1 ELSE 0 END),
  sum(file_size), sum(CASE WHEN file_type LIKE 'image/%' THEN 1 ELSE 0 END)
FROM file_manager WHERE deleted_at IS NULL GROUP BY user_id, service_id, path;--> statement-breakpoint
INSERT INTO file_totals (user_id, path, service_id, files, folders, bytes, images)
SELECT user_id, '/', service_id,
  sum(CASE WHEN is_folder THEN 0 ELSE 1 END), sum(CASE WHEN is_folder THEN 1 ELSE 0 END),
  sum(file_size), sum(CASE WHEN file_type LIKE 'image/%' THEN 1 ELSE 0 END)
FROM file_manager WHERE deleted_at IS NULL GROUP BY user_id, service_id;
