CREATE TABLE "trials" (
	"id" uuid PRIMARY KEY NOT NULL,
	"name" text COLLATE "C" NOT NULL,
	"token_hash" text COLLATE "C" NOT NULL,
	"files" integer NOT NULL,
	"bytes" bigint NOT NULL,
	"address" text COLLATE "C" NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"reports" integer DEFAULT 0 NOT NULL,
	"user_id" uuid,
	"kept_at" timestamp (3) with time zone,
	"order_id" uuid,
	"problem" text COLLATE "C"
);
--> statement-breakpoint
ALTER TABLE "trials" ADD CONSTRAINT "trials_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "trials_name_key" ON "trials" USING btree ("name");--> statement-breakpoint
CREATE UNIQUE INDEX "trials_user_key" ON "trials" USING btree ("user_id") WHERE user_id is not null;--> statement-breakpoint
CREATE INDEX "trials_created" ON "trials" USING btree ("created_at","id");