DROP INDEX `users_email_search`;--> statement-breakpoint
CREATE INDEX `users_mobile_search` ON `users` (`mobile`,`created_at`,`id`);--> statement-breakpoint
CREATE INDEX `users_email_search` ON `users` (`email_key`,`created_at`,`id`);