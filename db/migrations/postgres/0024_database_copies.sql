CREATE TABLE "database_copies" (
	"id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"service_id" uuid NOT NULL,
	"run_id" uuid NOT NULL,
	"db_name" text COLLATE "C" NOT NULL,
	"db_type" text COLLATE "C" NOT NULL,
	"db_user" text COLLATE "C" NOT NULL,
	"db_password" text COLLATE "C" NOT NULL,
	"status" text COLLATE "C" DEFAULT 'staging' NOT NULL,
	"made_id" uuid,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "database_copies_pkey" PRIMARY KEY("user_id","id")
);
--> statement-breakpoint
ALTER TABLE "database_copies" ADD CONSTRAINT "database_copies_service_fk" FOREIGN KEY ("user_id","service_id") REFERENCES "public"."user_services"("user_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "database_copies_run_key" ON "database_copies" USING btree ("user_id","run_id","db_type","db_name");--> statement-breakpoint
CREATE INDEX "database_copies_service" ON "database_copies" USING btree ("user_id","service_id");