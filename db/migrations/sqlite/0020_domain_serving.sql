ALTER TABLE `domains` ADD `www` text DEFAULT 'as-typed' NOT NULL;--> statement-breakpoint
ALTER TABLE `domains` ADD `https_redirect` integer DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE `domains` ADD `hsts` text DEFAULT 'off' NOT NULL;--> statement-breakpoint
ALTER TABLE `subdomains` ADD `redirect_to` text;--> statement-breakpoint
ALTER TABLE `subdomains` ADD `redirect_status` integer;