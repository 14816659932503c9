CREATE TABLE "email_domains" (
	"user_id" uuid NOT NULL,
	"domain_id" uuid NOT NULL,
	"catch_all_id" uuid,
	"greylisting" boolean DEFAULT false NOT NULL,
	"dkim_selector" text COLLATE "C" NOT NULL,
	"dkim_private_key" text COLLATE "C" NOT NULL,
	"dkim_public_key" text COLLATE "C" NOT NULL,
	"old_selector" text COLLATE "C",
	"rotated_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "email_domains_pkey" PRIMARY KEY("user_id","domain_id")
);
--> statement-breakpoint
CREATE TABLE "email_messages" (
	"id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"account_id" uuid NOT NULL,
	"folder" text COLLATE "C" DEFAULT 'inbox' NOT NULL,
	"file" text COLLATE "C" NOT NULL,
	"message_id" text COLLATE "C",
	"thread_id" text COLLATE "C" NOT NULL,
	"from_name" text COLLATE "C" DEFAULT '' NOT NULL,
	"from_address" text COLLATE "C" DEFAULT '' NOT NULL,
	"to_text" text COLLATE "C" DEFAULT '' NOT NULL,
	"subject" text COLLATE "C" DEFAULT '' NOT NULL,
	"snippet" text COLLATE "C" DEFAULT '' NOT NULL,
	"size_bytes" bigint NOT NULL,
	"attachment_count" integer DEFAULT 0 NOT NULL,
	"is_seen" boolean DEFAULT false NOT NULL,
	"is_answered" boolean DEFAULT false NOT NULL,
	"is_flagged" boolean DEFAULT false NOT NULL,
	"spf" text COLLATE "C",
	"dkim" text COLLATE "C",
	"dmarc" text COLLATE "C",
	"spam_reasons" jsonb,
	"received_at" timestamp (3) with time zone NOT NULL,
	"filed_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "email_messages_pkey" PRIMARY KEY("user_id","account_id","id")
);
--> statement-breakpoint
CREATE TABLE "email_queue" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid,
	"account_id" uuid,
	"kind" text COLLATE "C" NOT NULL,
	"sender" text COLLATE "C" NOT NULL,
	"recipient" text COLLATE "C" NOT NULL,
	"subject" text COLLATE "C" DEFAULT '' NOT NULL,
	"file" text COLLATE "C" NOT NULL,
	"size_bytes" bigint NOT NULL,
	"status" text COLLATE "C" DEFAULT 'queued' NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"last_error" text COLLATE "C",
	"is_file" boolean DEFAULT false NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"ended_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "email_greylist" (
	"key" text COLLATE "C" PRIMARY KEY NOT NULL,
	"first_seen_at" timestamp (3) with time zone NOT NULL,
	"passed_at" timestamp (3) with time zone,
	"expires_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
DROP INDEX "email_accounts_email_key";--> statement-breakpoint
ALTER TABLE "email_accounts" ADD COLUMN "messages_received" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "email_accounts" ADD COLUMN "deleted_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "email_accounts" ADD COLUMN "purge_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "email_domains" ADD CONSTRAINT "email_domains_domain_fk" FOREIGN KEY ("user_id","domain_id") REFERENCES "public"."domains"("user_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "email_messages" ADD CONSTRAINT "email_messages_account_fk" FOREIGN KEY ("user_id","account_id") REFERENCES "public"."email_accounts"("user_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "email_domains_rotated" ON "email_domains" USING btree ("rotated_at","domain_id") WHERE old_selector is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "email_messages_file_key" ON "email_messages" USING btree ("user_id","account_id","file");--> statement-breakpoint
CREATE INDEX "email_messages_folder" ON "email_messages" USING btree ("user_id","account_id","folder","received_at","id");--> statement-breakpoint
CREATE INDEX "email_messages_thread" ON "email_messages" USING btree ("user_id","account_id","thread_id","received_at");--> statement-breakpoint
CREATE INDEX "email_messages_unseen" ON "email_messages" USING btree ("user_id","account_id","folder") WHERE not is_seen;--> statement-breakpoint
CREATE INDEX "email_messages_filed" ON "email_messages" USING btree ("filed_at","id") WHERE folder in ('spam', 'trash');--> statement-breakpoint
CREATE INDEX "email_queue_account" ON "email_queue" USING btree ("user_id","account_id","created_at","id");--> statement-breakpoint
CREATE INDEX "email_queue_ended" ON "email_queue" USING btree ("ended_at","id") WHERE ended_at is not null;--> statement-breakpoint
CREATE INDEX "email_queue_file" ON "email_queue" USING btree ("file");--> statement-breakpoint
CREATE INDEX "email_queue_waiting" ON "email_queue" USING btree ("id") WHERE status = 'queued';--> statement-breakpoint
CREATE INDEX "email_greylist_expires" ON "email_greylist" USING btree ("expires_at");--> statement-breakpoint
CREATE UNIQUE INDEX "email_accounts_own_email_key" ON "email_accounts" USING btree ("user_id","email");--> statement-breakpoint
CREATE INDEX "email_accounts_purge" ON "email_accounts" USING btree ("purge_at","id") WHERE purge_at is not null;--> statement-breakpoint
CREATE INDEX "email_accounts_updated" ON "email_accounts" USING btree ("updated_at","id");--> statement-breakpoint
CREATE UNIQUE INDEX "email_accounts_email_key" ON "email_accounts" USING btree ("email") WHERE domain_id is not null;