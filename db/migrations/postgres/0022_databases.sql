CREATE TABLE "database_dumps" (
	"id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"service_id" uuid NOT NULL,
	"db_name" text COLLATE "C" NOT NULL,
	"db_type" text COLLATE "C" NOT NULL,
	"db_user" text COLLATE "C" NOT NULL,
	"db_password" text COLLATE "C" NOT NULL,
	"network_name" text COLLATE "C" NOT NULL,
	"network_user" text COLLATE "C" NOT NULL,
	"status" text COLLATE "C" DEFAULT 'writing' NOT NULL,
	"reason" text COLLATE "C",
	"file_size" bigint DEFAULT 0 NOT NULL,
	"sha256" text COLLATE "C",
	"created_at" timestamp (3) with time zone NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "database_dumps_pkey" PRIMARY KEY("user_id","id")
);
--> statement-breakpoint
CREATE TABLE "database_samples" (
	"user_id" uuid NOT NULL,
	"database_id" uuid NOT NULL,
	"measured_at" timestamp (3) with time zone NOT NULL,
	"size_bytes" bigint NOT NULL,
	"connections" integer NOT NULL,
	CONSTRAINT "database_samples_pkey" PRIMARY KEY("user_id","database_id","measured_at")
);
--> statement-breakpoint
CREATE TABLE "database_queries" (
	"id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"database_id" uuid NOT NULL,
	"statement" text COLLATE "C" NOT NULL,
	"is_refused" boolean NOT NULL,
	"duration_ms" integer NOT NULL,
	"ran_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "database_queries_pkey" PRIMARY KEY("user_id","database_id","id")
);
--> statement-breakpoint
ALTER TABLE "databases" ADD COLUMN "network_name" text COLLATE "C" NOT NULL;--> statement-breakpoint
ALTER TABLE "databases" ADD COLUMN "network_user" text COLLATE "C" NOT NULL;--> statement-breakpoint
ALTER TABLE "databases" ADD COLUMN "allow" jsonb;--> statement-breakpoint
ALTER TABLE "databases" ADD COLUMN "revision" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "databases" ADD COLUMN "applied_revision" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "databases" ADD COLUMN "claimed_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "database_dumps" ADD CONSTRAINT "database_dumps_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "database_dumps" ADD CONSTRAINT "database_dumps_service_fk" FOREIGN KEY ("user_id","service_id") REFERENCES "public"."user_services"("user_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "database_samples" ADD CONSTRAINT "database_samples_database_fk" FOREIGN KEY ("user_id","database_id") REFERENCES "public"."databases"("user_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "database_queries" ADD CONSTRAINT "database_queries_database_fk" FOREIGN KEY ("user_id","database_id") REFERENCES "public"."databases"("user_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "database_dumps_network_name_key" ON "database_dumps" USING btree ("db_type","network_name") WHERE status = 'writing';--> statement-breakpoint
CREATE UNIQUE INDEX "database_dumps_network_user_key" ON "database_dumps" USING btree ("db_type","network_user") WHERE status = 'writing';--> statement-breakpoint
CREATE INDEX "database_dumps_user" ON "database_dumps" USING btree ("user_id","created_at","id");--> statement-breakpoint
CREATE INDEX "database_dumps_expired" ON "database_dumps" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "database_samples_measured" ON "database_samples" USING btree ("measured_at");--> statement-breakpoint
CREATE UNIQUE INDEX "databases_network_name_key" ON "databases" USING btree ("db_type","network_name");--> statement-breakpoint
CREATE UNIQUE INDEX "databases_network_user_key" ON "databases" USING btree ("db_type","network_user");--> statement-breakpoint
CREATE INDEX "databases_unapplied" ON "databases" USING btree ("updated_at","id") WHERE revision > applied_revision;