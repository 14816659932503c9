CREATE TABLE `installation` (
	`name` text PRIMARY KEY NOT NULL,
	`id` text NOT NULL,
	`key_check` text,
	`created_at` integer NOT NULL
);
