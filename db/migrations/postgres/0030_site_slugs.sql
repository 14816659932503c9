CREATE TABLE "site_slugs" (
	"slug" text COLLATE "C" NOT NULL,
	"user_id" uuid NOT NULL,
	"service_id" uuid NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "site_slugs_pkey" PRIMARY KEY("slug")
);
--> statement-breakpoint
ALTER TABLE "user_services" ADD COLUMN "slug" text COLLATE "C";--> statement-breakpoint
ALTER TABLE "site_slugs" ADD CONSTRAINT "site_slugs_service_fk" FOREIGN KEY ("user_id","service_id") REFERENCES "public"."user_services"("user_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "site_slugs_service" ON "site_slugs" USING btree ("user_id","service_id");--> statement-breakpoint
INSERT INTO "site_slugs" ("slug", "user_id", "service_id", "created_at")
SELECT replace("domain", '.', '-'), "user_id", "id", "created_at" FROM "user_services"
WHERE "status" NOT IN ('pending', 'terminated') AND "domain" IS NOT NULL AND length("domain") <= 48
ON CONFLICT DO NOTHING;--> statement-breakpoint
INSERT INTO "site_slugs" ("slug", "user_id", "service_id", "created_at")
SELECT 'site-' || substr(CAST("id" AS text), 31), "user_id", "id", "created_at" FROM "user_services"
WHERE "status" <> 'pending' AND NOT EXISTS (SELECT 1 FROM "site_slugs" WHERE "service_id" = "user_services"."id")
ON CONFLICT DO NOTHING;--> statement-breakpoint
UPDATE "user_services" SET "slug" = (SELECT "slug" FROM "site_slugs" WHERE "service_id" = "user_services"."id");
