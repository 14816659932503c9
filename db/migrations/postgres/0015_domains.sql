CREATE TABLE "dns_changes" (
	"id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"domain_id" uuid NOT NULL,
	"note" text COLLATE "C" NOT NULL,
	"serial" bigint NOT NULL,
	"removed" jsonb NOT NULL,
	"added" jsonb NOT NULL,
	"undone_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "dns_changes_pkey" PRIMARY KEY("user_id","id")
);
--> statement-breakpoint
ALTER TABLE "dns_changes" ADD CONSTRAINT "dns_changes_domain_fk" FOREIGN KEY ("user_id","domain_id") REFERENCES "public"."domains"("user_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "dns_changes_domain" ON "dns_changes" USING btree ("user_id","domain_id","created_at","id");--> statement-breakpoint
CREATE INDEX "domains_updated" ON "domains" USING btree ("updated_at","id");