CREATE TABLE "totp" (
	"user_id" uuid PRIMARY KEY NOT NULL,
	"secret" text COLLATE "C" NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"enabled_at" timestamp (3) with time zone,
	"last_step" integer
);
--> statement-breakpoint
CREATE TABLE "recovery_codes" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"hash" text COLLATE "C" NOT NULL,
	"used_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "passkeys" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"credential_id" text COLLATE "C" NOT NULL,
	"public_key" text COLLATE "C" NOT NULL,
	"counter" bigint NOT NULL,
	"transports" jsonb NOT NULL,
	"name" text COLLATE "C" NOT NULL,
	"is_backed_up" boolean NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"last_used_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "used_challenges" (
	"id" text COLLATE "C" PRIMARY KEY NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "sign_ins" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid,
	"at" timestamp (3) with time zone NOT NULL,
	"user_agent" text COLLATE "C" NOT NULL,
	"address" text COLLATE "C" NOT NULL,
	"method" text COLLATE "C" NOT NULL,
	"is_success" boolean NOT NULL
);
--> statement-breakpoint
CREATE TABLE "account_exports" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"status" text COLLATE "C" NOT NULL,
	"file_size" bigint DEFAULT 0 NOT NULL,
	"sha256" text COLLATE "C",
	"missing" integer DEFAULT 0 NOT NULL,
	"reason" text COLLATE "C",
	"created_at" timestamp (3) with time zone NOT NULL,
	"finished_at" timestamp (3) with time zone,
	"expires_at" timestamp (3) with time zone,
	"fetched_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "account_deletions" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"status" text COLLATE "C" NOT NULL,
	"requested_at" timestamp (3) with time zone NOT NULL,
	"ends_at" timestamp (3) with time zone NOT NULL,
	"reminded_at" timestamp (3) with time zone,
	"step" text COLLATE "C",
	"ended_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "billing_accounts" (
	"user_id" uuid PRIMARY KEY NOT NULL,
	"credit_paise" bigint DEFAULT 0 NOT NULL,
	"legal_name" text COLLATE "C",
	"gstin" text COLLATE "C",
	"address" text COLLATE "C",
	"state_code" text COLLATE "C",
	"updated_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "invoice_series" (
	"name" text COLLATE "C" PRIMARY KEY NOT NULL,
	"last_number" integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE "invoices" (
	"id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"kind" text COLLATE "C" NOT NULL,
	"number" text COLLATE "C" NOT NULL,
	"series" text COLLATE "C" NOT NULL,
	"place" integer NOT NULL,
	"status" text COLLATE "C" NOT NULL,
	"corrects_id" uuid,
	"order_id" uuid,
	"service_id" uuid,
	"currency" text COLLATE "C" DEFAULT 'INR' NOT NULL,
	"total_paise" bigint NOT NULL,
	"taxable_paise" bigint NOT NULL,
	"cgst_paise" bigint NOT NULL,
	"sgst_paise" bigint NOT NULL,
	"igst_paise" bigint NOT NULL,
	"paid_paise" bigint DEFAULT 0 NOT NULL,
	"credited_paise" bigint DEFAULT 0 NOT NULL,
	"returned_paise" bigint DEFAULT 0 NOT NULL,
	"place_of_supply" text COLLATE "C" NOT NULL,
	"supplier" jsonb NOT NULL,
	"recipient" jsonb NOT NULL,
	"is_sample" boolean NOT NULL,
	"reason" text COLLATE "C",
	"issued_at" timestamp (3) with time zone NOT NULL,
	"due_at" timestamp (3) with time zone NOT NULL,
	"paid_at" timestamp (3) with time zone,
	CONSTRAINT "invoices_pkey" PRIMARY KEY("user_id","id")
);
--> statement-breakpoint
CREATE TABLE "invoice_lines" (
	"id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"invoice_id" uuid NOT NULL,
	"position" integer NOT NULL,
	"kind" text COLLATE "C" NOT NULL,
	"description" text COLLATE "C" NOT NULL,
	"sac" text COLLATE "C" NOT NULL,
	"quantity" integer NOT NULL,
	"rate" integer NOT NULL,
	"total_paise" bigint NOT NULL,
	"taxable_paise" bigint NOT NULL,
	"cgst_paise" bigint NOT NULL,
	"sgst_paise" bigint NOT NULL,
	"igst_paise" bigint NOT NULL,
	"service_id" uuid,
	"domain_id" uuid,
	"period_start" timestamp (3) with time zone,
	"period_end" timestamp (3) with time zone,
	CONSTRAINT "invoice_lines_pkey" PRIMARY KEY("user_id","id")
);
--> statement-breakpoint
CREATE TABLE "payments" (
	"id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"provider" text COLLATE "C" NOT NULL,
	"reference" text COLLATE "C" NOT NULL,
	"invoice_id" uuid,
	"order_id" uuid,
	"amount_paise" bigint NOT NULL,
	"applied_paise" bigint DEFAULT 0 NOT NULL,
	"credited_paise" bigint DEFAULT 0 NOT NULL,
	"received_at" timestamp (3) with time zone NOT NULL,
	"note" text COLLATE "C",
	"recorded_by" uuid,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "payments_pkey" PRIMARY KEY("user_id","id")
);
--> statement-breakpoint
CREATE TABLE "account_credits" (
	"id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"amount_paise" bigint NOT NULL,
	"reason" text COLLATE "C" NOT NULL,
	"invoice_id" uuid,
	"payment_id" uuid,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "account_credits_pkey" PRIMARY KEY("user_id","id")
);
--> statement-breakpoint
CREATE TABLE "refunds" (
	"id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"invoice_id" uuid NOT NULL,
	"credit_note_id" uuid NOT NULL,
	"amount_paise" bigint NOT NULL,
	"status" text COLLATE "C" DEFAULT 'waiting' NOT NULL,
	"method" text COLLATE "C",
	"expected_by" timestamp (3) with time zone,
	"reference" text COLLATE "C",
	"created_at" timestamp (3) with time zone NOT NULL,
	"paid_at" timestamp (3) with time zone,
	CONSTRAINT "refunds_pkey" PRIMARY KEY("user_id","id")
);
--> statement-breakpoint
CREATE TABLE "payment_reports" (
	"id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"order_id" uuid,
	"invoice_id" uuid,
	"reference" text COLLATE "C" NOT NULL,
	"amount_paise" bigint NOT NULL,
	"status" text COLLATE "C" DEFAULT 'waiting' NOT NULL,
	"payment_id" uuid,
	"created_at" timestamp (3) with time zone NOT NULL,
	"decided_at" timestamp (3) with time zone,
	"decided_by" uuid,
	CONSTRAINT "payment_reports_pkey" PRIMARY KEY("user_id","id")
);
--> statement-breakpoint
CREATE TABLE "payment_links" (
	"id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"order_id" uuid,
	"invoice_id" uuid,
	"amount_paise" bigint NOT NULL,
	"status" text COLLATE "C" NOT NULL,
	"external_id" text COLLATE "C",
	"url" text COLLATE "C",
	"created_at" timestamp (3) with time zone NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"check_at" timestamp (3) with time zone,
	"checks" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "payment_links_pkey" PRIMARY KEY("user_id","id")
);
--> statement-breakpoint
CREATE TABLE "payment_events" (
	"id" uuid PRIMARY KEY NOT NULL,
	"event_id" text COLLATE "C" NOT NULL,
	"type" text COLLATE "C" NOT NULL,
	"facts" jsonb NOT NULL,
	"received_at" timestamp (3) with time zone NOT NULL,
	"outcome" text COLLATE "C",
	"returned_payment_id" text COLLATE "C"
);
--> statement-breakpoint
CREATE TABLE "provider_refunds" (
	"id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"payment_id" uuid NOT NULL,
	"external_payment_id" text COLLATE "C" NOT NULL,
	"amount_paise" bigint NOT NULL,
	"status" text COLLATE "C" DEFAULT 'waiting' NOT NULL,
	"external_id" text COLLATE "C",
	"message" text COLLATE "C",
	"created_at" timestamp (3) with time zone NOT NULL,
	"check_at" timestamp (3) with time zone,
	"finished_at" timestamp (3) with time zone,
	CONSTRAINT "provider_refunds_pkey" PRIMARY KEY("user_id","id")
);
--> statement-breakpoint
CREATE TABLE "bank_statements" (
	"id" uuid PRIMARY KEY NOT NULL,
	"file_name" text COLLATE "C" NOT NULL,
	"lines" integer NOT NULL,
	"new_lines" integer NOT NULL,
	"imported_by" uuid NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "bank_lines" (
	"id" uuid PRIMARY KEY NOT NULL,
	"statement_id" uuid NOT NULL,
	"fingerprint" text COLLATE "C" NOT NULL,
	"day" text COLLATE "C" NOT NULL,
	"narration" text COLLATE "C" NOT NULL,
	"reference" text COLLATE "C" NOT NULL,
	"amount_paise" bigint NOT NULL,
	"status" text COLLATE "C" DEFAULT 'waiting' NOT NULL,
	"payment_id" uuid,
	"created_at" timestamp (3) with time zone NOT NULL,
	"decided_at" timestamp (3) with time zone,
	"decided_by" uuid
);
--> statement-breakpoint
CREATE TABLE "renewal_terms" (
	"user_id" uuid NOT NULL,
	"service_id" uuid NOT NULL,
	"term" text COLLATE "C" DEFAULT 'monthly' NOT NULL,
	"anchor_day" integer NOT NULL,
	"paid_until" timestamp (3) with time zone NOT NULL,
	"do_not_suspend_before" timestamp (3) with time zone,
	"suspended_at" timestamp (3) with time zone,
	"ended_at" timestamp (3) with time zone,
	"next_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "renewal_terms_pkey" PRIMARY KEY("user_id","service_id")
);
--> statement-breakpoint
CREATE TABLE "renewal_charges" (
	"id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"kind" text COLLATE "C" NOT NULL,
	"service_id" uuid,
	"domain_id" uuid,
	"plan_id" uuid,
	"months" integer NOT NULL,
	"price_paise" bigint NOT NULL,
	"starts_at" timestamp (3) with time zone NOT NULL,
	"ends_at" timestamp (3) with time zone NOT NULL,
	"invoice_id" uuid NOT NULL,
	"status" text COLLATE "C" NOT NULL,
	"issued_at" timestamp (3) with time zone NOT NULL,
	"due_at" timestamp (3) with time zone NOT NULL,
	"reminded_days" integer,
	"warned_at" timestamp (3) with time zone,
	"round" integer DEFAULT 0 NOT NULL,
	"closed_at" timestamp (3) with time zone,
	"next_at" timestamp (3) with time zone,
	CONSTRAINT "renewal_charges_pkey" PRIMARY KEY("user_id","id")
);
--> statement-breakpoint
CREATE TABLE "renewal_periods" (
	"id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"service_id" uuid NOT NULL,
	"plan_id" uuid NOT NULL,
	"starts_at" timestamp (3) with time zone NOT NULL,
	"ends_at" timestamp (3) with time zone NOT NULL,
	"months" integer NOT NULL,
	"price_paise" bigint NOT NULL,
	"charge_id" uuid,
	CONSTRAINT "renewal_periods_pkey" PRIMARY KEY("user_id","id")
);
--> statement-breakpoint
CREATE TABLE "renewal_steps" (
	"id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"key" text COLLATE "C" NOT NULL,
	"step" text COLLATE "C" NOT NULL,
	"service_id" uuid,
	"domain_id" uuid,
	"name" text COLLATE "C" NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "renewal_steps_pkey" PRIMARY KEY("user_id","id")
);
--> statement-breakpoint
CREATE TABLE "renewal_summaries" (
	"day" text COLLATE "C" PRIMARY KEY NOT NULL,
	"sent_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "photos" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"status" text COLLATE "C" NOT NULL,
	"place" text COLLATE "C" NOT NULL,
	"file_size" integer,
	"sha256" text COLLATE "C",
	"expires_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "mobile_codes" (
	"user_id" uuid PRIMARY KEY NOT NULL,
	"mobile" text COLLATE "C" NOT NULL,
	"code_hash" text COLLATE "C" NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "api_keys" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"name" text COLLATE "C" NOT NULL,
	"key_hash" text COLLATE "C" NOT NULL,
	"hint" text COLLATE "C" NOT NULL,
	"scopes" jsonb NOT NULL,
	"expires_at" timestamp (3) with time zone,
	"last_used_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "service_members" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"service_id" uuid NOT NULL,
	"email" text COLLATE "C" NOT NULL,
	"email_key" text COLLATE "C" NOT NULL,
	"member_id" uuid,
	"role" text COLLATE "C" NOT NULL,
	"token_hash" text COLLATE "C",
	"invite_expires_at" timestamp (3) with time zone NOT NULL,
	"ends_at" timestamp (3) with time zone,
	"accepted_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "notifications" (
	"id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"kind" text COLLATE "C" NOT NULL,
	"subject" text COLLATE "C" NOT NULL,
	"body" text COLLATE "C",
	"link" text COLLATE "C",
	"related_id" text COLLATE "C",
	"read_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "notifications_pkey" PRIMARY KEY("user_id","id")
);
--> statement-breakpoint
CREATE TABLE "notification_preferences" (
	"user_id" uuid NOT NULL,
	"kind" text COLLATE "C" NOT NULL,
	"screen" boolean NOT NULL,
	"mail" boolean NOT NULL,
	"webhook" boolean NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "notification_preferences_pkey" PRIMARY KEY("user_id","kind")
);
--> statement-breakpoint
CREATE TABLE "quota_levels" (
	"user_id" uuid NOT NULL,
	"subject" text COLLATE "C" NOT NULL,
	"subject_id" uuid NOT NULL,
	"level" integer NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "quota_levels_pkey" PRIMARY KEY("user_id","subject","subject_id")
);
--> statement-breakpoint
CREATE TABLE "webhooks" (
	"id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"url" text COLLATE "C" NOT NULL,
	"description" text COLLATE "C",
	"kinds" jsonb NOT NULL,
	"is_enabled" boolean DEFAULT true NOT NULL,
	"problem" text COLLATE "C",
	"secret" text COLLATE "C" NOT NULL,
	"old_secret" text COLLATE "C",
	"old_secret_until" timestamp (3) with time zone,
	"failing_since" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "webhooks_pkey" PRIMARY KEY("user_id","id")
);
--> statement-breakpoint
CREATE TABLE "webhook_deliveries" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"webhook_id" uuid NOT NULL,
	"message_id" uuid NOT NULL,
	"kind" text COLLATE "C" NOT NULL,
	"body" text COLLATE "C" NOT NULL,
	"status" text COLLATE "C" DEFAULT 'queued' NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"status_code" integer,
	"duration_ms" integer,
	"answer" text COLLATE "C",
	"problem" text COLLATE "C",
	"created_at" timestamp (3) with time zone NOT NULL,
	"ended_at" timestamp (3) with time zone
);
--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "verified_email" text COLLATE "C";--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "verified_email_key" text COLLATE "C";--> statement-breakpoint
ALTER TABLE "sessions" ADD COLUMN "confirmed_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "sessions" ADD COLUMN "seen_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "sessions" ADD COLUMN "seen_from" text COLLATE "C";--> statement-breakpoint
ALTER TABLE "tokens" ADD COLUMN "held_email_key" text COLLATE "C";--> statement-breakpoint
ALTER TABLE "totp" ADD CONSTRAINT "totp_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "recovery_codes" ADD CONSTRAINT "recovery_codes_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "passkeys" ADD CONSTRAINT "passkeys_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sign_ins" ADD CONSTRAINT "sign_ins_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "account_exports" ADD CONSTRAINT "account_exports_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "account_deletions" ADD CONSTRAINT "account_deletions_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "billing_accounts" ADD CONSTRAINT "billing_accounts_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "invoices" ADD CONSTRAINT "invoices_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "invoices" ADD CONSTRAINT "invoices_corrects_fk" FOREIGN KEY ("user_id","corrects_id") REFERENCES "public"."invoices"("user_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "invoice_lines" ADD CONSTRAINT "invoice_lines_invoice_fk" FOREIGN KEY ("user_id","invoice_id") REFERENCES "public"."invoices"("user_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payments" ADD CONSTRAINT "payments_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payments" ADD CONSTRAINT "payments_invoice_fk" FOREIGN KEY ("user_id","invoice_id") REFERENCES "public"."invoices"("user_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "account_credits" ADD CONSTRAINT "account_credits_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "refunds" ADD CONSTRAINT "refunds_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "refunds" ADD CONSTRAINT "refunds_note_fk" FOREIGN KEY ("user_id","credit_note_id") REFERENCES "public"."invoices"("user_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payment_reports" ADD CONSTRAINT "payment_reports_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payment_links" ADD CONSTRAINT "payment_links_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "provider_refunds" ADD CONSTRAINT "provider_refunds_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "bank_statements" ADD CONSTRAINT "bank_statements_imported_by_users_id_fk" FOREIGN KEY ("imported_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "bank_lines" ADD CONSTRAINT "bank_lines_statement_id_bank_statements_id_fk" FOREIGN KEY ("statement_id") REFERENCES "public"."bank_statements"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "renewal_terms" ADD CONSTRAINT "renewal_terms_service_fk" FOREIGN KEY ("user_id","service_id") REFERENCES "public"."user_services"("user_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "renewal_charges" ADD CONSTRAINT "renewal_charges_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "renewal_charges" ADD CONSTRAINT "renewal_charges_plan_id_pricing_plans_id_fk" FOREIGN KEY ("plan_id") REFERENCES "public"."pricing_plans"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "renewal_charges" ADD CONSTRAINT "renewal_charges_invoice_fk" FOREIGN KEY ("user_id","invoice_id") REFERENCES "public"."invoices"("user_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "renewal_periods" ADD CONSTRAINT "renewal_periods_plan_id_pricing_plans_id_fk" FOREIGN KEY ("plan_id") REFERENCES "public"."pricing_plans"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "renewal_periods" ADD CONSTRAINT "renewal_periods_term_fk" FOREIGN KEY ("user_id","service_id") REFERENCES "public"."renewal_terms"("user_id","service_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "renewal_steps" ADD CONSTRAINT "renewal_steps_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "photos" ADD CONSTRAINT "photos_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "mobile_codes" ADD CONSTRAINT "mobile_codes_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "api_keys" ADD CONSTRAINT "api_keys_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "service_members" ADD CONSTRAINT "service_members_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "service_members" ADD CONSTRAINT "service_members_member_id_users_id_fk" FOREIGN KEY ("member_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "service_members" ADD CONSTRAINT "service_members_service_fk" FOREIGN KEY ("user_id","service_id") REFERENCES "public"."user_services"("user_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notifications" ADD CONSTRAINT "notifications_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notification_preferences" ADD CONSTRAINT "notification_preferences_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "quota_levels" ADD CONSTRAINT "quota_levels_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "webhooks" ADD CONSTRAINT "webhooks_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "webhook_deliveries" ADD CONSTRAINT "webhook_deliveries_webhook_fk" FOREIGN KEY ("user_id","webhook_id") REFERENCES "public"."webhooks"("user_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "recovery_codes_hash" ON "recovery_codes" USING btree ("user_id","hash");--> statement-breakpoint
CREATE UNIQUE INDEX "passkeys_credential" ON "passkeys" USING btree ("credential_id");--> statement-breakpoint
CREATE INDEX "passkeys_user" ON "passkeys" USING btree ("user_id","created_at");--> statement-breakpoint
CREATE INDEX "used_challenges_expires" ON "used_challenges" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "sign_ins_user" ON "sign_ins" USING btree ("user_id","id");--> statement-breakpoint
CREATE INDEX "sign_ins_at" ON "sign_ins" USING btree ("at");--> statement-breakpoint
CREATE INDEX "account_exports_user" ON "account_exports" USING btree ("user_id","created_at","id");--> statement-breakpoint
CREATE INDEX "account_exports_created" ON "account_exports" USING btree ("created_at","id");--> statement-breakpoint
CREATE UNIQUE INDEX "account_exports_pending_key" ON "account_exports" USING btree ("user_id") WHERE status = 'pending';--> statement-breakpoint
CREATE INDEX "account_exports_open" ON "account_exports" USING btree ("expires_at","id") WHERE status = 'ready' or status = 'fetching';--> statement-breakpoint
CREATE INDEX "account_deletions_due" ON "account_deletions" USING btree ("ends_at","id") WHERE status = 'waiting' or status = 'running';--> statement-breakpoint
CREATE INDEX "account_deletions_user" ON "account_deletions" USING btree ("user_id","requested_at");--> statement-breakpoint
CREATE UNIQUE INDEX "account_deletions_open_key" ON "account_deletions" USING btree ("user_id") WHERE status = 'waiting' or status = 'running';--> statement-breakpoint
CREATE UNIQUE INDEX "invoices_id_key" ON "invoices" USING btree ("id");--> statement-breakpoint
CREATE UNIQUE INDEX "invoices_number_key" ON "invoices" USING btree ("number");--> statement-breakpoint
CREATE UNIQUE INDEX "invoices_series_key" ON "invoices" USING btree ("series","place");--> statement-breakpoint
CREATE UNIQUE INDEX "invoices_order_key" ON "invoices" USING btree ("order_id") WHERE order_id is not null;--> statement-breakpoint
CREATE INDEX "invoices_user" ON "invoices" USING btree ("user_id","issued_at","id");--> statement-breakpoint
CREATE INDEX "invoices_issued" ON "invoices" USING btree ("issued_at","id");--> statement-breakpoint
CREATE INDEX "invoices_status" ON "invoices" USING btree ("status","issued_at","id");--> statement-breakpoint
CREATE INDEX "invoices_corrects" ON "invoices" USING btree ("user_id","corrects_id") WHERE corrects_id is not null;--> statement-breakpoint
CREATE INDEX "invoices_service" ON "invoices" USING btree ("user_id","service_id") WHERE service_id is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "invoice_lines_place_key" ON "invoice_lines" USING btree ("user_id","invoice_id","position");--> statement-breakpoint
CREATE UNIQUE INDEX "payments_id_key" ON "payments" USING btree ("id");--> statement-breakpoint
CREATE UNIQUE INDEX "payments_reference_key" ON "payments" USING btree ("provider","reference");--> statement-breakpoint
CREATE INDEX "payments_invoice" ON "payments" USING btree ("user_id","invoice_id") WHERE invoice_id is not null;--> statement-breakpoint
CREATE INDEX "payments_order" ON "payments" USING btree ("order_id") WHERE order_id is not null;--> statement-breakpoint
CREATE INDEX "payments_created" ON "payments" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "account_credits_user" ON "account_credits" USING btree ("user_id","created_at","id");--> statement-breakpoint
CREATE UNIQUE INDEX "refunds_id_key" ON "refunds" USING btree ("id");--> statement-breakpoint
CREATE UNIQUE INDEX "refunds_note_key" ON "refunds" USING btree ("credit_note_id");--> statement-breakpoint
CREATE INDEX "refunds_created" ON "refunds" USING btree ("created_at","id");--> statement-breakpoint
CREATE UNIQUE INDEX "payment_reports_id_key" ON "payment_reports" USING btree ("id");--> statement-breakpoint
CREATE INDEX "payment_reports_user" ON "payment_reports" USING btree ("user_id","created_at","id");--> statement-breakpoint
CREATE INDEX "payment_reports_waiting" ON "payment_reports" USING btree ("created_at","id") WHERE status = 'waiting';--> statement-breakpoint
CREATE INDEX "payment_reports_reference" ON "payment_reports" USING btree ("reference") WHERE status = 'waiting';--> statement-breakpoint
CREATE UNIQUE INDEX "payment_links_id_key" ON "payment_links" USING btree ("id");--> statement-breakpoint
CREATE UNIQUE INDEX "payment_links_external_key" ON "payment_links" USING btree ("external_id") WHERE external_id is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "payment_links_order_key" ON "payment_links" USING btree ("order_id") WHERE order_id is not null and status in ('creating', 'open');--> statement-breakpoint
CREATE UNIQUE INDEX "payment_links_invoice_key" ON "payment_links" USING btree ("invoice_id") WHERE invoice_id is not null and status in ('creating', 'open');--> statement-breakpoint
CREATE INDEX "payment_links_check" ON "payment_links" USING btree ("check_at","id") WHERE check_at is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "payment_events_event_key" ON "payment_events" USING btree ("event_id");--> statement-breakpoint
CREATE INDEX "payment_events_returned" ON "payment_events" USING btree ("returned_payment_id") WHERE returned_payment_id is not null;--> statement-breakpoint
CREATE INDEX "payment_events_received" ON "payment_events" USING btree ("received_at","id");--> statement-breakpoint
CREATE UNIQUE INDEX "provider_refunds_id_key" ON "provider_refunds" USING btree ("id");--> statement-breakpoint
CREATE INDEX "provider_refunds_check" ON "provider_refunds" USING btree ("check_at","id") WHERE check_at is not null;--> statement-breakpoint
CREATE INDEX "bank_statements_created" ON "bank_statements" USING btree ("created_at","id");--> statement-breakpoint
CREATE UNIQUE INDEX "bank_lines_fingerprint_key" ON "bank_lines" USING btree ("fingerprint");--> statement-breakpoint
CREATE UNIQUE INDEX "bank_lines_payment_key" ON "bank_lines" USING btree ("payment_id") WHERE payment_id is not null;--> statement-breakpoint
CREATE INDEX "bank_lines_created" ON "bank_lines" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "bank_lines_status" ON "bank_lines" USING btree ("status","created_at","id");--> statement-breakpoint
CREATE INDEX "bank_lines_waiting" ON "bank_lines" USING btree ("created_at") WHERE status = 'waiting';--> statement-breakpoint
CREATE INDEX "bank_lines_statement" ON "bank_lines" USING btree ("statement_id");--> statement-breakpoint
CREATE UNIQUE INDEX "renewal_terms_service_key" ON "renewal_terms" USING btree ("service_id");--> statement-breakpoint
CREATE INDEX "renewal_terms_next" ON "renewal_terms" USING btree ("next_at","service_id") WHERE next_at is not null;--> statement-breakpoint
CREATE INDEX "renewal_terms_paid" ON "renewal_terms" USING btree ("paid_until","service_id") WHERE ended_at is null;--> statement-breakpoint
CREATE INDEX "renewal_terms_suspended" ON "renewal_terms" USING btree ("paid_until","service_id") WHERE ended_at is null and suspended_at is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "renewal_charges_invoice_key" ON "renewal_charges" USING btree ("invoice_id");--> statement-breakpoint
CREATE UNIQUE INDEX "renewal_charges_service_key" ON "renewal_charges" USING btree ("service_id","kind") WHERE status = 'open' and service_id is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "renewal_charges_domain_key" ON "renewal_charges" USING btree ("domain_id") WHERE status = 'open' and domain_id is not null;--> statement-breakpoint
CREATE INDEX "renewal_charges_open" ON "renewal_charges" USING btree ("user_id","due_at","id") WHERE status = 'open';--> statement-breakpoint
CREATE INDEX "renewal_charges_next" ON "renewal_charges" USING btree ("next_at","id") WHERE next_at is not null;--> statement-breakpoint
CREATE INDEX "renewal_charges_service" ON "renewal_charges" USING btree ("user_id","service_id","issued_at");--> statement-breakpoint
CREATE UNIQUE INDEX "renewal_periods_start_key" ON "renewal_periods" USING btree ("user_id","service_id","starts_at");--> statement-breakpoint
CREATE UNIQUE INDEX "renewal_periods_charge_key" ON "renewal_periods" USING btree ("charge_id") WHERE charge_id is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "renewal_steps_key" ON "renewal_steps" USING btree ("user_id","key");--> statement-breakpoint
CREATE INDEX "renewal_steps_at" ON "renewal_steps" USING btree ("at","id");--> statement-breakpoint
CREATE INDEX "renewal_steps_user" ON "renewal_steps" USING btree ("user_id","at","id");--> statement-breakpoint
CREATE INDEX "photos_user" ON "photos" USING btree ("user_id","status");--> statement-breakpoint
CREATE INDEX "photos_expires" ON "photos" USING btree ("expires_at") WHERE expires_at is not null;--> statement-breakpoint
CREATE INDEX "photos_status" ON "photos" USING btree ("status","id");--> statement-breakpoint
CREATE UNIQUE INDEX "api_keys_hash" ON "api_keys" USING btree ("key_hash");--> statement-breakpoint
CREATE INDEX "api_keys_user" ON "api_keys" USING btree ("user_id","created_at","id");--> statement-breakpoint
CREATE INDEX "api_keys_expires" ON "api_keys" USING btree ("expires_at");--> statement-breakpoint
CREATE UNIQUE INDEX "service_members_key" ON "service_members" USING btree ("service_id","email_key");--> statement-breakpoint
CREATE UNIQUE INDEX "service_members_token" ON "service_members" USING btree ("token_hash");--> statement-breakpoint
CREATE INDEX "service_members_owner" ON "service_members" USING btree ("user_id","created_at","id");--> statement-breakpoint
CREATE INDEX "service_members_member" ON "service_members" USING btree ("member_id");--> statement-breakpoint
CREATE INDEX "service_members_email" ON "service_members" USING btree ("email_key");--> statement-breakpoint
CREATE INDEX "service_members_invites" ON "service_members" USING btree ("invite_expires_at");--> statement-breakpoint
CREATE INDEX "service_members_ends" ON "service_members" USING btree ("ends_at");--> statement-breakpoint
CREATE INDEX "notifications_user" ON "notifications" USING btree ("user_id","created_at","id");--> statement-breakpoint
CREATE INDEX "notifications_unread" ON "notifications" USING btree ("user_id","created_at","id") WHERE read_at is null;--> statement-breakpoint
CREATE INDEX "notifications_created" ON "notifications" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "webhooks_user" ON "webhooks" USING btree ("user_id","created_at","id");--> statement-breakpoint
CREATE INDEX "webhook_deliveries_webhook" ON "webhook_deliveries" USING btree ("user_id","webhook_id","created_at","id");--> statement-breakpoint
CREATE INDEX "webhook_deliveries_created" ON "webhook_deliveries" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "webhook_deliveries_waiting" ON "webhook_deliveries" USING btree ("id") WHERE status = 'queued';--> statement-breakpoint
CREATE INDEX "users_verified_email" ON "users" USING btree ("verified_email_key") WHERE verified_email_key is not null;--> statement-breakpoint
CREATE INDEX "tokens_held" ON "tokens" USING btree ("held_email_key") WHERE held_email_key is not null;--> statement-breakpoint
CREATE INDEX "email_accounts_type" ON "email_accounts" USING btree ("type","id");--> statement-breakpoint
CREATE INDEX "mails_user" ON "mails" USING btree ("user_id","id") WHERE user_id is not null;