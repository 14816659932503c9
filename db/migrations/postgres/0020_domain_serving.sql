ALTER TABLE "domains" ADD COLUMN "www" text COLLATE "C" DEFAULT 'as-typed' NOT NULL;--> statement-breakpoint
ALTER TABLE "domains" ADD COLUMN "https_redirect" boolean DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE "domains" ADD COLUMN "hsts" text COLLATE "C" DEFAULT 'off' NOT NULL;--> statement-breakpoint
ALTER TABLE "subdomains" ADD COLUMN "redirect_to" text COLLATE "C";--> statement-breakpoint
ALTER TABLE "subdomains" ADD COLUMN "redirect_status" integer;