CREATE TABLE "audit_log" (
	"id" uuid PRIMARY KEY NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	"actor_id" uuid,
	"actor" text COLLATE "C",
	"action" text COLLATE "C" NOT NULL,
	"target_type" text COLLATE "C" NOT NULL,
	"target_id" text COLLATE "C",
	"user_id" uuid,
	"note" text COLLATE "C",
	"details" jsonb,
	"address" text COLLATE "C",
	"request_id" text COLLATE "C"
);
--> statement-breakpoint
CREATE TABLE "audit_pending" (
	"id" uuid PRIMARY KEY NOT NULL
);
--> statement-breakpoint
CREATE TABLE "audit_seals" (
	"number" integer PRIMARY KEY NOT NULL,
	"row_ids" jsonb NOT NULL,
	"row_count" integer NOT NULL,
	"previous_hash" text COLLATE "C" NOT NULL,
	"hash" text COLLATE "C" NOT NULL,
	"sealed_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "backup_schedules" (
	"user_id" uuid NOT NULL,
	"service_id" uuid NOT NULL,
	"enabled" boolean DEFAULT false NOT NULL,
	"frequency" text COLLATE "C" DEFAULT 'daily' NOT NULL,
	"time" text COLLATE "C" NOT NULL,
	"backup_type" text COLLATE "C" DEFAULT 'full' NOT NULL,
	"keep" integer NOT NULL,
	"last_run_at" timestamp (3) with time zone,
	"next_run_at" timestamp (3) with time zone,
	"updated_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "backup_schedules_pkey" PRIMARY KEY("user_id","service_id")
);
--> statement-breakpoint
CREATE TABLE "backups" (
	"id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"service_id" uuid NOT NULL,
	"backup_type" text COLLATE "C" DEFAULT 'full' NOT NULL,
	"file_name" text COLLATE "C" NOT NULL,
	"file_size" bigint DEFAULT 0 NOT NULL,
	"status" text COLLATE "C" DEFAULT 'pending' NOT NULL,
	"origin" text COLLATE "C" DEFAULT 'manual' NOT NULL,
	"progress" integer DEFAULT 0 NOT NULL,
	"reason" text COLLATE "C",
	"sha256" text COLLATE "C",
	"verified_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone NOT NULL,
	"finished_at" timestamp (3) with time zone,
	CONSTRAINT "backups_pkey" PRIMARY KEY("user_id","id")
);
--> statement-breakpoint
CREATE TABLE "cloud_analytics" (
	"id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"provider_id" uuid NOT NULL,
	"region" text COLLATE "C" DEFAULT 'us-east-1' NOT NULL,
	"sample" boolean DEFAULT false NOT NULL,
	"simulated" boolean DEFAULT false NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	"dataset_id" text COLLATE "C" NOT NULL,
	"name" text COLLATE "C" NOT NULL,
	"type" text COLLATE "C" NOT NULL,
	"status" text COLLATE "C" DEFAULT 'active' NOT NULL,
	"location" text COLLATE "C",
	"size_bytes" bigint DEFAULT 0 NOT NULL,
	"table_count" integer DEFAULT 0 NOT NULL,
	"query_count" bigint DEFAULT 0 NOT NULL,
	"last_queried" timestamp (3) with time zone,
	"encryption" boolean DEFAULT true NOT NULL,
	"access" text COLLATE "C" DEFAULT 'private' NOT NULL,
	CONSTRAINT "cloud_analytics_pkey" PRIMARY KEY("user_id","id")
);
--> statement-breakpoint
CREATE TABLE "cloud_api_gateways" (
	"id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"provider_id" uuid NOT NULL,
	"region" text COLLATE "C" DEFAULT 'us-east-1' NOT NULL,
	"sample" boolean DEFAULT false NOT NULL,
	"simulated" boolean DEFAULT false NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	"api_id" text COLLATE "C" NOT NULL,
	"name" text COLLATE "C" NOT NULL,
	"type" text COLLATE "C" DEFAULT 'REST' NOT NULL,
	"stage" text COLLATE "C" DEFAULT 'prod' NOT NULL,
	"endpoint" text COLLATE "C",
	"request_count" bigint DEFAULT 0 NOT NULL,
	"error_rate" integer DEFAULT 0 NOT NULL,
	"throttling" boolean DEFAULT false NOT NULL,
	"caching" boolean DEFAULT false NOT NULL,
	"authentication" text COLLATE "C",
	"cors_enabled" boolean DEFAULT true NOT NULL,
	CONSTRAINT "cloud_api_gateways_pkey" PRIMARY KEY("user_id","id")
);
--> statement-breakpoint
CREATE TABLE "cloud_cdn" (
	"id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"provider_id" uuid NOT NULL,
	"region" text COLLATE "C" DEFAULT 'us-east-1' NOT NULL,
	"sample" boolean DEFAULT false NOT NULL,
	"simulated" boolean DEFAULT false NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	"distribution_id" text COLLATE "C" NOT NULL,
	"domain_name" text COLLATE "C" NOT NULL,
	"origin_domain" text COLLATE "C" NOT NULL,
	"status" text COLLATE "C" DEFAULT 'deployed' NOT NULL,
	"price_class" text COLLATE "C" DEFAULT 'all' NOT NULL,
	"enabled" boolean DEFAULT true NOT NULL,
	"http_version" text COLLATE "C" DEFAULT 'http2' NOT NULL,
	"ssl" boolean DEFAULT true NOT NULL,
	"caching" jsonb,
	"geo_restriction" jsonb,
	CONSTRAINT "cloud_cdn_pkey" PRIMARY KEY("user_id","id")
);
--> statement-breakpoint
CREATE TABLE "cloud_containers" (
	"id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"provider_id" uuid NOT NULL,
	"region" text COLLATE "C" DEFAULT 'us-east-1' NOT NULL,
	"sample" boolean DEFAULT false NOT NULL,
	"simulated" boolean DEFAULT false NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	"cluster_name" text COLLATE "C" NOT NULL,
	"service_name" text COLLATE "C" NOT NULL,
	"image_uri" text COLLATE "C" NOT NULL,
	"cpu" integer DEFAULT 256 NOT NULL,
	"memory" integer DEFAULT 512 NOT NULL,
	"desired_count" integer DEFAULT 1 NOT NULL,
	"running_count" integer DEFAULT 0 NOT NULL,
	"status" text COLLATE "C" DEFAULT 'pending' NOT NULL,
	"network_mode" text COLLATE "C" DEFAULT 'awsvpc' NOT NULL,
	"ports" jsonb,
	"environment" jsonb,
	CONSTRAINT "cloud_containers_pkey" PRIMARY KEY("user_id","id")
);
--> statement-breakpoint
CREATE TABLE "cloud_costs" (
	"id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"provider_id" uuid NOT NULL,
	"region" text COLLATE "C" DEFAULT 'us-east-1' NOT NULL,
	"sample" boolean DEFAULT false NOT NULL,
	"simulated" boolean DEFAULT false NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	"resource_id" uuid,
	"resource_type" text COLLATE "C" NOT NULL,
	"service" text COLLATE "C" NOT NULL,
	"amount_micros" bigint NOT NULL,
	"currency" text COLLATE "C" DEFAULT 'USD' NOT NULL,
	"billing_period" text COLLATE "C" NOT NULL,
	CONSTRAINT "cloud_costs_pkey" PRIMARY KEY("user_id","id")
);
--> statement-breakpoint
CREATE TABLE "cloud_databases" (
	"id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"provider_id" uuid NOT NULL,
	"region" text COLLATE "C" DEFAULT 'us-east-1' NOT NULL,
	"sample" boolean DEFAULT false NOT NULL,
	"simulated" boolean DEFAULT false NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	"untold" jsonb,
	"instance_id" text COLLATE "C" NOT NULL,
	"name" text COLLATE "C" NOT NULL,
	"engine" text COLLATE "C" NOT NULL,
	"version" text COLLATE "C",
	"instance_class" text COLLATE "C" NOT NULL,
	"status" text COLLATE "C" DEFAULT 'available' NOT NULL,
	"endpoint" text COLLATE "C",
	"port" integer,
	"username" text COLLATE "C",
	"allocated_storage" integer,
	"multi_az" boolean DEFAULT false NOT NULL,
	"backup_retention" integer DEFAULT 7 NOT NULL,
	"maintenance_window" text COLLATE "C",
	CONSTRAINT "cloud_databases_pkey" PRIMARY KEY("user_id","id")
);
--> statement-breakpoint
CREATE TABLE "cloud_devops" (
	"id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"provider_id" uuid NOT NULL,
	"region" text COLLATE "C" DEFAULT 'us-east-1' NOT NULL,
	"sample" boolean DEFAULT false NOT NULL,
	"simulated" boolean DEFAULT false NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	"service_name" text COLLATE "C" NOT NULL,
	"type" text COLLATE "C" NOT NULL,
	"repository_url" text COLLATE "C",
	"branch" text COLLATE "C" DEFAULT 'main' NOT NULL,
	"build_status" text COLLATE "C" DEFAULT 'success' NOT NULL,
	"last_build" timestamp (3) with time zone,
	"build_duration" integer,
	"tests_count" integer DEFAULT 0 NOT NULL,
	"tests_passed" integer DEFAULT 0 NOT NULL,
	"deployment_target" text COLLATE "C",
	"artifacts" jsonb,
	CONSTRAINT "cloud_devops_pkey" PRIMARY KEY("user_id","id")
);
--> statement-breakpoint
CREATE TABLE "cloud_functions" (
	"id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"provider_id" uuid NOT NULL,
	"region" text COLLATE "C" DEFAULT 'us-east-1' NOT NULL,
	"sample" boolean DEFAULT false NOT NULL,
	"simulated" boolean DEFAULT false NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	"untold" jsonb,
	"name" text COLLATE "C" NOT NULL,
	"runtime" text COLLATE "C" NOT NULL,
	"handler" text COLLATE "C",
	"memory_mb" integer DEFAULT 128 NOT NULL,
	"timeout_seconds" integer DEFAULT 30 NOT NULL,
	"status" text COLLATE "C" DEFAULT 'active' NOT NULL,
	"last_invoked" timestamp (3) with time zone,
	"invocation_count" bigint DEFAULT 0 NOT NULL,
	"error_count" bigint DEFAULT 0 NOT NULL,
	"code_size" bigint DEFAULT 0 NOT NULL,
	"environment" jsonb,
	CONSTRAINT "cloud_functions_pkey" PRIMARY KEY("user_id","id")
);
--> statement-breakpoint
CREATE TABLE "cloud_instances" (
	"id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"provider_id" uuid NOT NULL,
	"region" text COLLATE "C" DEFAULT 'us-east-1' NOT NULL,
	"sample" boolean DEFAULT false NOT NULL,
	"simulated" boolean DEFAULT false NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	"instance_id" text COLLATE "C" NOT NULL,
	"name" text COLLATE "C" NOT NULL,
	"instance_type" text COLLATE "C" NOT NULL,
	"status" text COLLATE "C" DEFAULT 'stopped' NOT NULL,
	"next_status" text COLLATE "C",
	"next_status_at" timestamp (3) with time zone,
	"public_ip" text COLLATE "C",
	"private_ip" text COLLATE "C",
	"zone" text COLLATE "C",
	"image_id" text COLLATE "C",
	"key_pair_name" text COLLATE "C",
	"security_groups" jsonb,
	"tags" jsonb,
	"launched_at" timestamp (3) with time zone,
	CONSTRAINT "cloud_instances_pkey" PRIMARY KEY("user_id","id")
);
--> statement-breakpoint
CREATE TABLE "cloud_load_balancers" (
	"id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"provider_id" uuid NOT NULL,
	"region" text COLLATE "C" DEFAULT 'us-east-1' NOT NULL,
	"sample" boolean DEFAULT false NOT NULL,
	"simulated" boolean DEFAULT false NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	"name" text COLLATE "C" NOT NULL,
	"dns_name" text COLLATE "C",
	"type" text COLLATE "C" DEFAULT 'application' NOT NULL,
	"scheme" text COLLATE "C" DEFAULT 'internet-facing' NOT NULL,
	"ip_address_type" text COLLATE "C" DEFAULT 'ipv4' NOT NULL,
	"status" text COLLATE "C" DEFAULT 'active' NOT NULL,
	"availability_zones" jsonb,
	"target_groups" jsonb,
	CONSTRAINT "cloud_load_balancers_pkey" PRIMARY KEY("user_id","id")
);
--> statement-breakpoint
CREATE TABLE "cloud_messaging" (
	"id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"provider_id" uuid NOT NULL,
	"region" text COLLATE "C" DEFAULT 'us-east-1' NOT NULL,
	"sample" boolean DEFAULT false NOT NULL,
	"simulated" boolean DEFAULT false NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	"queue_name" text COLLATE "C" NOT NULL,
	"type" text COLLATE "C" NOT NULL,
	"visibility" integer DEFAULT 30 NOT NULL,
	"message_retention" integer DEFAULT 1209600 NOT NULL,
	"messages_available" bigint DEFAULT 0 NOT NULL,
	"messages_in_flight" bigint DEFAULT 0 NOT NULL,
	"dead_letter_queue" boolean DEFAULT false NOT NULL,
	"encryption" boolean DEFAULT true NOT NULL,
	"fifo_queue" boolean DEFAULT false NOT NULL,
	"throughput" text COLLATE "C" DEFAULT 'standard' NOT NULL,
	CONSTRAINT "cloud_messaging_pkey" PRIMARY KEY("user_id","id")
);
--> statement-breakpoint
CREATE TABLE "cloud_metrics" (
	"id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"provider_id" uuid NOT NULL,
	"region" text COLLATE "C" DEFAULT 'us-east-1' NOT NULL,
	"sample" boolean DEFAULT false NOT NULL,
	"simulated" boolean DEFAULT false NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	"resource_id" uuid NOT NULL,
	"resource_type" text COLLATE "C" NOT NULL,
	"metric_name" text COLLATE "C" NOT NULL,
	"value_micros" bigint NOT NULL,
	"unit" text COLLATE "C" NOT NULL,
	"timestamp" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "cloud_metrics_pkey" PRIMARY KEY("user_id","id")
);
--> statement-breakpoint
CREATE TABLE "cloud_ml_services" (
	"id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"provider_id" uuid NOT NULL,
	"region" text COLLATE "C" DEFAULT 'us-east-1' NOT NULL,
	"sample" boolean DEFAULT false NOT NULL,
	"simulated" boolean DEFAULT false NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	"model_name" text COLLATE "C" NOT NULL,
	"type" text COLLATE "C" NOT NULL,
	"framework" text COLLATE "C",
	"instance_type" text COLLATE "C",
	"status" text COLLATE "C" DEFAULT 'stopped' NOT NULL,
	"endpoint_url" text COLLATE "C",
	"model_accuracy" integer,
	"training_time" integer,
	"last_trained" timestamp (3) with time zone,
	"prediction_count" bigint DEFAULT 0 NOT NULL,
	CONSTRAINT "cloud_ml_services_pkey" PRIMARY KEY("user_id","id")
);
--> statement-breakpoint
CREATE TABLE "cloud_monitoring" (
	"id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"provider_id" uuid NOT NULL,
	"region" text COLLATE "C" DEFAULT 'us-east-1' NOT NULL,
	"sample" boolean DEFAULT false NOT NULL,
	"simulated" boolean DEFAULT false NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	"service_name" text COLLATE "C" NOT NULL,
	"type" text COLLATE "C" NOT NULL,
	"metrics_count" integer DEFAULT 0 NOT NULL,
	"logs_size" bigint DEFAULT 0 NOT NULL,
	"alerts_configured" integer DEFAULT 0 NOT NULL,
	"alerts_triggered" integer DEFAULT 0 NOT NULL,
	"retention" integer DEFAULT 30 NOT NULL,
	"dashboards" jsonb,
	"last_alert" timestamp (3) with time zone,
	"status" text COLLATE "C" DEFAULT 'active' NOT NULL,
	CONSTRAINT "cloud_monitoring_pkey" PRIMARY KEY("user_id","id")
);
--> statement-breakpoint
CREATE TABLE "cloud_providers" (
	"id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"name" text COLLATE "C" NOT NULL,
	"display_name" text COLLATE "C" NOT NULL,
	"access_key_id" text COLLATE "C",
	"secret_access_key" text COLLATE "C",
	"project_id" text COLLATE "C",
	"region" text COLLATE "C" DEFAULT 'us-east-1' NOT NULL,
	"is_active" boolean DEFAULT true NOT NULL,
	"sample" boolean DEFAULT false NOT NULL,
	"validated_at" timestamp (3) with time zone,
	"validation_message" text COLLATE "C",
	"refreshed_at" timestamp (3) with time zone,
	"next_refresh_at" timestamp (3) with time zone,
	"refreshing_until" timestamp (3) with time zone,
	"refresh_failures" integer DEFAULT 0 NOT NULL,
	"viewed_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "cloud_providers_pkey" PRIMARY KEY("user_id","id")
);
--> statement-breakpoint
CREATE TABLE "cloud_revisions" (
	"user_id" uuid PRIMARY KEY NOT NULL,
	"revision" bigint DEFAULT 0 NOT NULL,
	"due_at" jsonb,
	"seeded_at" timestamp (3) with time zone,
	"updated_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "cloud_security" (
	"id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"provider_id" uuid NOT NULL,
	"region" text COLLATE "C" DEFAULT 'us-east-1' NOT NULL,
	"sample" boolean DEFAULT false NOT NULL,
	"simulated" boolean DEFAULT false NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	"service_name" text COLLATE "C" NOT NULL,
	"type" text COLLATE "C" NOT NULL,
	"status" text COLLATE "C" DEFAULT 'active' NOT NULL,
	"rules_count" integer DEFAULT 0 NOT NULL,
	"blocked_requests" bigint DEFAULT 0 NOT NULL,
	"allowed_requests" bigint DEFAULT 0 NOT NULL,
	"threats_detected" integer DEFAULT 0 NOT NULL,
	"compliance_score" integer,
	"last_scan" timestamp (3) with time zone,
	"last_activity" timestamp (3) with time zone,
	"configuration" jsonb,
	"alerts_enabled" boolean DEFAULT true NOT NULL,
	CONSTRAINT "cloud_security_pkey" PRIMARY KEY("user_id","id")
);
--> statement-breakpoint
CREATE TABLE "cloud_storage" (
	"id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"provider_id" uuid NOT NULL,
	"region" text COLLATE "C" DEFAULT 'us-east-1' NOT NULL,
	"sample" boolean DEFAULT false NOT NULL,
	"simulated" boolean DEFAULT false NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	"untold" jsonb,
	"bucket_name" text COLLATE "C" NOT NULL,
	"storage_class" text COLLATE "C" DEFAULT 'STANDARD' NOT NULL,
	"versioning" boolean DEFAULT false NOT NULL,
	"encryption" boolean DEFAULT true NOT NULL,
	"public_access" boolean DEFAULT false NOT NULL,
	"size_bytes" bigint DEFAULT 0 NOT NULL,
	"object_count" bigint DEFAULT 0 NOT NULL,
	CONSTRAINT "cloud_storage_pkey" PRIMARY KEY("user_id","id")
);
--> statement-breakpoint
CREATE TABLE "contact_messages" (
	"id" uuid PRIMARY KEY NOT NULL,
	"reference" text COLLATE "C" NOT NULL,
	"first_name" text COLLATE "C" NOT NULL,
	"last_name" text COLLATE "C" NOT NULL,
	"email" text COLLATE "C" NOT NULL,
	"subject" text COLLATE "C" NOT NULL,
	"message" text COLLATE "C" NOT NULL,
	"address" text COLLATE "C",
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "databases" (
	"id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"service_id" uuid NOT NULL,
	"db_name" text COLLATE "C" NOT NULL,
	"db_type" text COLLATE "C" DEFAULT 'mysql' NOT NULL,
	"db_user" text COLLATE "C" NOT NULL,
	"db_password" text COLLATE "C" NOT NULL,
	"size_bytes" bigint DEFAULT 0 NOT NULL,
	"status" text COLLATE "C" DEFAULT 'pending' NOT NULL,
	"reason" text COLLATE "C",
	"host" text COLLATE "C",
	"port" integer,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "databases_pkey" PRIMARY KEY("user_id","id")
);
--> statement-breakpoint
CREATE TABLE "dns_records" (
	"id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"domain_id" uuid NOT NULL,
	"type" text COLLATE "C" NOT NULL,
	"name" text COLLATE "C" NOT NULL,
	"value" text COLLATE "C" NOT NULL,
	"value_key" text COLLATE "C" NOT NULL,
	"ttl" integer DEFAULT 3600 NOT NULL,
	"priority" integer,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "dns_records_pkey" PRIMARY KEY("user_id","id")
);
--> statement-breakpoint
CREATE TABLE "domains" (
	"id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"service_id" uuid,
	"domain_name" text COLLATE "C" NOT NULL,
	"status" text COLLATE "C" DEFAULT 'active' NOT NULL,
	"registrar" text COLLATE "C",
	"nameservers" jsonb NOT NULL,
	"expiry_date" timestamp (3) with time zone,
	"ssl" boolean DEFAULT false NOT NULL,
	"ssl_issuer" text COLLATE "C",
	"ssl_expires_at" timestamp (3) with time zone,
	"auto_renew" boolean DEFAULT true NOT NULL,
	"privacy" boolean DEFAULT true NOT NULL,
	"transfer_lock" boolean DEFAULT true NOT NULL,
	"auth_code_hash" text COLLATE "C",
	"zone_serial" bigint DEFAULT 1 NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "domains_pkey" PRIMARY KEY("user_id","id")
);
--> statement-breakpoint
CREATE TABLE "email_accounts" (
	"id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"service_id" uuid NOT NULL,
	"domain_id" uuid,
	"email" text COLLATE "C" NOT NULL,
	"password_hash" text COLLATE "C",
	"type" text COLLATE "C" DEFAULT 'mailbox' NOT NULL,
	"status" text COLLATE "C" DEFAULT 'active' NOT NULL,
	"is_active" boolean DEFAULT true NOT NULL,
	"quota" integer DEFAULT 1024 NOT NULL,
	"used_bytes" bigint DEFAULT 0 NOT NULL,
	"spam_blocked" integer DEFAULT 0 NOT NULL,
	"forward_to" jsonb,
	"keep_copy" boolean DEFAULT false NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "email_accounts_pkey" PRIMARY KEY("user_id","id")
);
--> statement-breakpoint
CREATE TABLE "file_intents" (
	"user_id" uuid NOT NULL,
	"service_id" uuid NOT NULL,
	"steps" jsonb NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "file_intents_pkey" PRIMARY KEY("user_id","service_id")
);
--> statement-breakpoint
CREATE TABLE "file_shares" (
	"id" text COLLATE "C" PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"file_id" uuid NOT NULL,
	"expires_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "file_manager" (
	"id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"service_id" uuid NOT NULL,
	"file_name" text COLLATE "C" NOT NULL,
	"path" text COLLATE "C" DEFAULT '' NOT NULL,
	"file_path" text COLLATE "C" NOT NULL,
	"path_key" text COLLATE "C" NOT NULL,
	"file_type" text COLLATE "C" NOT NULL,
	"file_size" bigint DEFAULT 0 NOT NULL,
	"is_folder" boolean DEFAULT false NOT NULL,
	"sha256" text COLLATE "C",
	"uploaded_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	"deleted_at" timestamp (3) with time zone,
	"trashed_with" uuid,
	CONSTRAINT "file_manager_pkey" PRIMARY KEY("user_id","id")
);
--> statement-breakpoint
CREATE TABLE "idempotency_keys" (
	"user_id" uuid NOT NULL,
	"key" text COLLATE "C" NOT NULL,
	"body_hash" text COLLATE "C" NOT NULL,
	"status" integer,
	"answer" text COLLATE "C",
	"created_at" timestamp (3) with time zone NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "idempotency_keys_pkey" PRIMARY KEY("user_id","key")
);
--> statement-breakpoint
CREATE TABLE "jobs" (
	"id" uuid PRIMARY KEY NOT NULL,
	"kind" text COLLATE "C" NOT NULL,
	"payload" jsonb NOT NULL,
	"key" text COLLATE "C",
	"user_id" uuid,
	"related_id" text COLLATE "C",
	"status" text COLLATE "C" DEFAULT 'queued' NOT NULL,
	"step" text COLLATE "C",
	"attempts" integer DEFAULT 0 NOT NULL,
	"run_at" timestamp (3) with time zone NOT NULL,
	"lease_holder" text COLLATE "C",
	"lease_until" timestamp (3) with time zone,
	"fence" integer DEFAULT 0 NOT NULL,
	"message" text COLLATE "C",
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	"finished_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "leases" (
	"name" text COLLATE "C" PRIMARY KEY NOT NULL,
	"holder" text COLLATE "C" NOT NULL,
	"fence" bigint NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "mails" (
	"id" uuid PRIMARY KEY NOT NULL,
	"to" text COLLATE "C" NOT NULL,
	"subject" text COLLATE "C" NOT NULL,
	"text" text COLLATE "C" NOT NULL,
	"html" text COLLATE "C" NOT NULL,
	"kind" text COLLATE "C" NOT NULL,
	"related_id" text COLLATE "C",
	"user_id" uuid,
	"status" text COLLATE "C" DEFAULT 'queued' NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"next_attempt_at" timestamp (3) with time zone NOT NULL,
	"last_error" text COLLATE "C",
	"sent_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "orders" (
	"id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"plan_id" uuid NOT NULL,
	"service_id" uuid NOT NULL,
	"amount_paise" bigint NOT NULL,
	"currency" text COLLATE "C" DEFAULT 'INR' NOT NULL,
	"status" text COLLATE "C" DEFAULT 'pending' NOT NULL,
	"payment_method" text COLLATE "C" NOT NULL,
	"domain" text COLLATE "C",
	"reason" text COLLATE "C",
	"note" text COLLATE "C",
	"decided_at" timestamp (3) with time zone,
	"decided_by" uuid,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "orders_pkey" PRIMARY KEY("user_id","id")
);
--> statement-breakpoint
CREATE TABLE "pricing_plans" (
	"id" uuid PRIMARY KEY NOT NULL,
	"category_id" uuid NOT NULL,
	"name" text COLLATE "C" NOT NULL,
	"description" text COLLATE "C",
	"price_paise" bigint NOT NULL,
	"original_price_paise" bigint,
	"discount" text COLLATE "C",
	"features" jsonb NOT NULL,
	"limits" jsonb NOT NULL,
	"is_popular" boolean DEFAULT false NOT NULL,
	"is_contact" boolean DEFAULT false NOT NULL,
	"is_archived" boolean DEFAULT false NOT NULL,
	"sort" integer DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "project_file_versions" (
	"user_id" uuid NOT NULL,
	"file_id" uuid NOT NULL,
	"version" integer NOT NULL,
	"content" text COLLATE "C" NOT NULL,
	"size" integer NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "project_file_versions_pkey" PRIMARY KEY("user_id","file_id","version")
);
--> statement-breakpoint
CREATE TABLE "project_files" (
	"id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"project_id" uuid NOT NULL,
	"parent_id" uuid,
	"name" text COLLATE "C" NOT NULL,
	"type" text COLLATE "C" NOT NULL,
	"content" text COLLATE "C" DEFAULT '' NOT NULL,
	"size" integer DEFAULT 0 NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "project_files_pkey" PRIMARY KEY("user_id","id")
);
--> statement-breakpoint
CREATE TABLE "projects" (
	"id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"name" text COLLATE "C" NOT NULL,
	"description" text COLLATE "C",
	"published_service_id" uuid,
	"published_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "projects_pkey" PRIMARY KEY("user_id","id")
);
--> statement-breakpoint
CREATE TABLE "rate_limits" (
	"key" text COLLATE "C" PRIMARY KEY NOT NULL,
	"count" integer NOT NULL,
	"reset_at" timestamp (3) with time zone NOT NULL,
	"blocked_until" timestamp (3) with time zone,
	"updated_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "server_metric_rollups" (
	"user_id" uuid NOT NULL,
	"service_id" uuid NOT NULL,
	"slot" bigint NOT NULL,
	"samples" integer NOT NULL,
	"up_samples" integer NOT NULL,
	"cpu_usage_sum" bigint NOT NULL,
	"memory_usage_sum" bigint NOT NULL,
	"disk_usage_sum" bigint NOT NULL,
	"network_in" bigint NOT NULL,
	"network_out" bigint NOT NULL,
	CONSTRAINT "server_metric_rollups_pkey" PRIMARY KEY("user_id","service_id","slot")
);
--> statement-breakpoint
CREATE TABLE "server_metrics" (
	"id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"service_id" uuid NOT NULL,
	"cpu_usage" integer NOT NULL,
	"memory_usage" integer NOT NULL,
	"disk_usage" integer NOT NULL,
	"bandwidth" bigint NOT NULL,
	"uptime" bigint NOT NULL,
	"recorded_at" timestamp (3) with time zone NOT NULL,
	"is_up" boolean DEFAULT true NOT NULL,
	"processes" integer DEFAULT 0 NOT NULL,
	"network_in" bigint DEFAULT 0 NOT NULL,
	"network_out" bigint DEFAULT 0 NOT NULL,
	"slot" bigint DEFAULT 0 NOT NULL,
	CONSTRAINT "server_metrics_pkey" PRIMARY KEY("user_id","id")
);
--> statement-breakpoint
CREATE TABLE "service_categories" (
	"id" uuid PRIMARY KEY NOT NULL,
	"name" text COLLATE "C" NOT NULL,
	"description" text COLLATE "C",
	"icon" text COLLATE "C",
	"base_price_paise" bigint DEFAULT 0 NOT NULL,
	"sort" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "service_traffic" (
	"user_id" uuid NOT NULL,
	"service_id" uuid NOT NULL,
	"day" text COLLATE "C" NOT NULL,
	"bytes_in" bigint DEFAULT 0 NOT NULL,
	"bytes_out" bigint DEFAULT 0 NOT NULL,
	CONSTRAINT "service_traffic_pkey" PRIMARY KEY("user_id","service_id","day")
);
--> statement-breakpoint
CREATE TABLE "sessions" (
	"sid" text COLLATE "C" PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"sess" jsonb NOT NULL,
	"expire" timestamp (3) with time zone NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "subdomains" (
	"id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"domain_id" uuid NOT NULL,
	"name" text COLLATE "C" NOT NULL,
	"target" text COLLATE "C" NOT NULL,
	"status" text COLLATE "C" DEFAULT 'active' NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "subdomains_pkey" PRIMARY KEY("user_id","id")
);
--> statement-breakpoint
CREATE TABLE "tokens" (
	"id" text COLLATE "C" PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"kind" text COLLATE "C" NOT NULL,
	"email" text COLLATE "C",
	"expires_at" timestamp (3) with time zone NOT NULL,
	"used_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "user_services" (
	"id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"plan_id" uuid NOT NULL,
	"order_id" uuid,
	"status" text COLLATE "C" DEFAULT 'pending' NOT NULL,
	"domain" text COLLATE "C",
	"server_ip" text COLLATE "C",
	"auto_restart" boolean DEFAULT true NOT NULL,
	"activated_at" timestamp (3) with time zone,
	"suspended_reason" text COLLATE "C",
	"provisioning_state" text COLLATE "C",
	"provisioning_step" text COLLATE "C",
	"provisioning_attempts" integer DEFAULT 0 NOT NULL,
	"provisioning_message" text COLLATE "C",
	"busy" text COLLATE "C",
	"disk_bytes" bigint DEFAULT 0 NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "user_services_pkey" PRIMARY KEY("user_id","id")
);
--> statement-breakpoint
CREATE TABLE "users" (
	"id" uuid PRIMARY KEY NOT NULL,
	"email" text COLLATE "C" NOT NULL,
	"email_key" text COLLATE "C" NOT NULL,
	"mobile" text COLLATE "C" NOT NULL,
	"password_hash" text COLLATE "C" NOT NULL,
	"first_name" text COLLATE "C",
	"last_name" text COLLATE "C",
	"profile_image_url" text COLLATE "C",
	"address" text COLLATE "C",
	"organization" text COLLATE "C",
	"has_admin_access" boolean DEFAULT false NOT NULL,
	"is_admin" boolean DEFAULT false NOT NULL,
	"email_verified" boolean DEFAULT false NOT NULL,
	"mobile_verified" boolean DEFAULT false NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "backup_schedules" ADD CONSTRAINT "backup_schedules_service_fk" FOREIGN KEY ("user_id","service_id") REFERENCES "public"."user_services"("user_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "backups" ADD CONSTRAINT "backups_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "backups" ADD CONSTRAINT "backups_service_fk" FOREIGN KEY ("user_id","service_id") REFERENCES "public"."user_services"("user_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "cloud_analytics" ADD CONSTRAINT "cloud_analytics_provider_fk" FOREIGN KEY ("user_id","provider_id") REFERENCES "public"."cloud_providers"("user_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "cloud_api_gateways" ADD CONSTRAINT "cloud_api_gateways_provider_fk" FOREIGN KEY ("user_id","provider_id") REFERENCES "public"."cloud_providers"("user_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "cloud_cdn" ADD CONSTRAINT "cloud_cdn_provider_fk" FOREIGN KEY ("user_id","provider_id") REFERENCES "public"."cloud_providers"("user_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "cloud_containers" ADD CONSTRAINT "cloud_containers_provider_fk" FOREIGN KEY ("user_id","provider_id") REFERENCES "public"."cloud_providers"("user_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "cloud_costs" ADD CONSTRAINT "cloud_costs_provider_fk" FOREIGN KEY ("user_id","provider_id") REFERENCES "public"."cloud_providers"("user_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "cloud_databases" ADD CONSTRAINT "cloud_databases_provider_fk" FOREIGN KEY ("user_id","provider_id") REFERENCES "public"."cloud_providers"("user_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "cloud_devops" ADD CONSTRAINT "cloud_devops_provider_fk" FOREIGN KEY ("user_id","provider_id") REFERENCES "public"."cloud_providers"("user_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "cloud_functions" ADD CONSTRAINT "cloud_functions_provider_fk" FOREIGN KEY ("user_id","provider_id") REFERENCES "public"."cloud_providers"("user_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "cloud_instances" ADD CONSTRAINT "cloud_instances_provider_fk" FOREIGN KEY ("user_id","provider_id") REFERENCES "public"."cloud_providers"("user_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "cloud_load_balancers" ADD CONSTRAINT "cloud_load_balancers_provider_fk" FOREIGN KEY ("user_id","provider_id") REFERENCES "public"."cloud_providers"("user_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "cloud_messaging" ADD CONSTRAINT "cloud_messaging_provider_fk" FOREIGN KEY ("user_id","provider_id") REFERENCES "public"."cloud_providers"("user_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "cloud_metrics" ADD CONSTRAINT "cloud_metrics_provider_fk" FOREIGN KEY ("user_id","provider_id") REFERENCES "public"."cloud_providers"("user_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "cloud_ml_services" ADD CONSTRAINT "cloud_ml_services_provider_fk" FOREIGN KEY ("user_id","provider_id") REFERENCES "public"."cloud_providers"("user_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "cloud_monitoring" ADD CONSTRAINT "cloud_monitoring_provider_fk" FOREIGN KEY ("user_id","provider_id") REFERENCES "public"."cloud_providers"("user_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "cloud_providers" ADD CONSTRAINT "cloud_providers_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "cloud_revisions" ADD CONSTRAINT "cloud_revisions_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "cloud_security" ADD CONSTRAINT "cloud_security_provider_fk" FOREIGN KEY ("user_id","provider_id") REFERENCES "public"."cloud_providers"("user_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "cloud_storage" ADD CONSTRAINT "cloud_storage_provider_fk" FOREIGN KEY ("user_id","provider_id") REFERENCES "public"."cloud_providers"("user_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "databases" ADD CONSTRAINT "databases_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "databases" ADD CONSTRAINT "databases_service_fk" FOREIGN KEY ("user_id","service_id") REFERENCES "public"."user_services"("user_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "dns_records" ADD CONSTRAINT "dns_records_domain_fk" FOREIGN KEY ("user_id","domain_id") REFERENCES "public"."domains"("user_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "domains" ADD CONSTRAINT "domains_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "domains" ADD CONSTRAINT "domains_service_fk" FOREIGN KEY ("user_id","service_id") REFERENCES "public"."user_services"("user_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "email_accounts" ADD CONSTRAINT "email_accounts_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "email_accounts" ADD CONSTRAINT "email_accounts_service_fk" FOREIGN KEY ("user_id","service_id") REFERENCES "public"."user_services"("user_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "email_accounts" ADD CONSTRAINT "email_accounts_domain_fk" FOREIGN KEY ("user_id","domain_id") REFERENCES "public"."domains"("user_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "file_intents" ADD CONSTRAINT "file_intents_service_fk" FOREIGN KEY ("user_id","service_id") REFERENCES "public"."user_services"("user_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "file_shares" ADD CONSTRAINT "file_shares_file_fk" FOREIGN KEY ("user_id","file_id") REFERENCES "public"."file_manager"("user_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "file_manager" ADD CONSTRAINT "file_manager_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "file_manager" ADD CONSTRAINT "file_manager_service_fk" FOREIGN KEY ("user_id","service_id") REFERENCES "public"."user_services"("user_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_plan_id_pricing_plans_id_fk" FOREIGN KEY ("plan_id") REFERENCES "public"."pricing_plans"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_service_fk" FOREIGN KEY ("user_id","service_id") REFERENCES "public"."user_services"("user_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "pricing_plans" ADD CONSTRAINT "pricing_plans_category_id_service_categories_id_fk" FOREIGN KEY ("category_id") REFERENCES "public"."service_categories"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "project_file_versions" ADD CONSTRAINT "project_file_versions_file_fk" FOREIGN KEY ("user_id","file_id") REFERENCES "public"."project_files"("user_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "project_files" ADD CONSTRAINT "project_files_project_fk" FOREIGN KEY ("user_id","project_id") REFERENCES "public"."projects"("user_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "projects" ADD CONSTRAINT "projects_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "projects" ADD CONSTRAINT "projects_service_fk" FOREIGN KEY ("user_id","published_service_id") REFERENCES "public"."user_services"("user_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "server_metric_rollups" ADD CONSTRAINT "server_metric_rollups_service_fk" FOREIGN KEY ("user_id","service_id") REFERENCES "public"."user_services"("user_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "server_metrics" ADD CONSTRAINT "server_metrics_service_fk" FOREIGN KEY ("user_id","service_id") REFERENCES "public"."user_services"("user_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "service_traffic" ADD CONSTRAINT "service_traffic_service_fk" FOREIGN KEY ("user_id","service_id") REFERENCES "public"."user_services"("user_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "subdomains" ADD CONSTRAINT "subdomains_domain_fk" FOREIGN KEY ("user_id","domain_id") REFERENCES "public"."domains"("user_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "tokens" ADD CONSTRAINT "tokens_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "user_services" ADD CONSTRAINT "user_services_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "user_services" ADD CONSTRAINT "user_services_plan_id_pricing_plans_id_fk" FOREIGN KEY ("plan_id") REFERENCES "public"."pricing_plans"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "audit_log_at" ON "audit_log" USING btree ("at","id");--> statement-breakpoint
CREATE INDEX "audit_log_target" ON "audit_log" USING btree ("target_type","target_id","at");--> statement-breakpoint
CREATE INDEX "audit_log_user" ON "audit_log" USING btree ("user_id","at");--> statement-breakpoint
CREATE INDEX "backup_schedules_due" ON "backup_schedules" USING btree ("next_run_at") WHERE enabled;--> statement-breakpoint
CREATE UNIQUE INDEX "backups_pending_key" ON "backups" USING btree ("user_id","service_id") WHERE status = 'pending';--> statement-breakpoint
CREATE INDEX "backups_user" ON "backups" USING btree ("user_id","created_at","id");--> statement-breakpoint
CREATE INDEX "backups_service" ON "backups" USING btree ("user_id","service_id","created_at","id");--> statement-breakpoint
CREATE INDEX "cloud_analytics_user" ON "cloud_analytics" USING btree ("user_id","created_at","id");--> statement-breakpoint
CREATE INDEX "cloud_analytics_provider" ON "cloud_analytics" USING btree ("user_id","provider_id");--> statement-breakpoint
CREATE INDEX "cloud_api_gateways_user" ON "cloud_api_gateways" USING btree ("user_id","created_at","id");--> statement-breakpoint
CREATE INDEX "cloud_api_gateways_provider" ON "cloud_api_gateways" USING btree ("user_id","provider_id");--> statement-breakpoint
CREATE INDEX "cloud_cdn_user" ON "cloud_cdn" USING btree ("user_id","created_at","id");--> statement-breakpoint
CREATE INDEX "cloud_cdn_provider" ON "cloud_cdn" USING btree ("user_id","provider_id");--> statement-breakpoint
CREATE INDEX "cloud_containers_user" ON "cloud_containers" USING btree ("user_id","created_at","id");--> statement-breakpoint
CREATE INDEX "cloud_containers_provider" ON "cloud_containers" USING btree ("user_id","provider_id");--> statement-breakpoint
CREATE INDEX "cloud_costs_user" ON "cloud_costs" USING btree ("user_id","created_at","id");--> statement-breakpoint
CREATE INDEX "cloud_costs_provider" ON "cloud_costs" USING btree ("user_id","provider_id");--> statement-breakpoint
CREATE INDEX "cloud_databases_user" ON "cloud_databases" USING btree ("user_id","created_at","id");--> statement-breakpoint
CREATE INDEX "cloud_databases_provider" ON "cloud_databases" USING btree ("user_id","provider_id");--> statement-breakpoint
CREATE INDEX "cloud_devops_user" ON "cloud_devops" USING btree ("user_id","created_at","id");--> statement-breakpoint
CREATE INDEX "cloud_devops_provider" ON "cloud_devops" USING btree ("user_id","provider_id");--> statement-breakpoint
CREATE INDEX "cloud_functions_user" ON "cloud_functions" USING btree ("user_id","created_at","id");--> statement-breakpoint
CREATE INDEX "cloud_functions_provider" ON "cloud_functions" USING btree ("user_id","provider_id");--> statement-breakpoint
CREATE INDEX "cloud_instances_user" ON "cloud_instances" USING btree ("user_id","created_at","id");--> statement-breakpoint
CREATE INDEX "cloud_instances_provider" ON "cloud_instances" USING btree ("user_id","provider_id");--> statement-breakpoint
CREATE INDEX "cloud_instances_due" ON "cloud_instances" USING btree ("next_status_at") WHERE next_status_at is not null;--> statement-breakpoint
CREATE INDEX "cloud_load_balancers_user" ON "cloud_load_balancers" USING btree ("user_id","created_at","id");--> statement-breakpoint
CREATE INDEX "cloud_load_balancers_provider" ON "cloud_load_balancers" USING btree ("user_id","provider_id");--> statement-breakpoint
CREATE INDEX "cloud_messaging_user" ON "cloud_messaging" USING btree ("user_id","created_at","id");--> statement-breakpoint
CREATE INDEX "cloud_messaging_provider" ON "cloud_messaging" USING btree ("user_id","provider_id");--> statement-breakpoint
CREATE INDEX "cloud_metrics_user" ON "cloud_metrics" USING btree ("user_id","created_at","id");--> statement-breakpoint
CREATE INDEX "cloud_metrics_provider" ON "cloud_metrics" USING btree ("user_id","provider_id");--> statement-breakpoint
CREATE INDEX "cloud_metrics_resource" ON "cloud_metrics" USING btree ("user_id","resource_id","timestamp");--> statement-breakpoint
CREATE INDEX "cloud_ml_services_user" ON "cloud_ml_services" USING btree ("user_id","created_at","id");--> statement-breakpoint
CREATE INDEX "cloud_ml_services_provider" ON "cloud_ml_services" USING btree ("user_id","provider_id");--> statement-breakpoint
CREATE INDEX "cloud_monitoring_user" ON "cloud_monitoring" USING btree ("user_id","created_at","id");--> statement-breakpoint
CREATE INDEX "cloud_monitoring_provider" ON "cloud_monitoring" USING btree ("user_id","provider_id");--> statement-breakpoint
CREATE INDEX "cloud_providers_user" ON "cloud_providers" USING btree ("user_id","created_at","id");--> statement-breakpoint
CREATE INDEX "cloud_providers_due" ON "cloud_providers" USING btree ("next_refresh_at") WHERE next_refresh_at is not null;--> statement-breakpoint
CREATE INDEX "cloud_security_user" ON "cloud_security" USING btree ("user_id","created_at","id");--> statement-breakpoint
CREATE INDEX "cloud_security_provider" ON "cloud_security" USING btree ("user_id","provider_id");--> statement-breakpoint
CREATE INDEX "cloud_storage_user" ON "cloud_storage" USING btree ("user_id","created_at","id");--> statement-breakpoint
CREATE INDEX "cloud_storage_provider" ON "cloud_storage" USING btree ("user_id","provider_id");--> statement-breakpoint
CREATE UNIQUE INDEX "contact_messages_reference_key" ON "contact_messages" USING btree ("reference");--> statement-breakpoint
CREATE INDEX "contact_messages_created" ON "contact_messages" USING btree ("created_at","id");--> statement-breakpoint
CREATE UNIQUE INDEX "databases_name_key" ON "databases" USING btree ("user_id","service_id","db_type","db_name");--> statement-breakpoint
CREATE UNIQUE INDEX "databases_user_key" ON "databases" USING btree ("user_id","service_id","db_type","db_user");--> statement-breakpoint
CREATE INDEX "databases_user" ON "databases" USING btree ("user_id","created_at","id");--> statement-breakpoint
CREATE UNIQUE INDEX "dns_records_key" ON "dns_records" USING btree ("user_id","domain_id","name","type","value_key");--> statement-breakpoint
CREATE UNIQUE INDEX "domains_name_key" ON "domains" USING btree ("domain_name");--> statement-breakpoint
CREATE INDEX "domains_user" ON "domains" USING btree ("user_id","created_at","id");--> statement-breakpoint
CREATE INDEX "domains_service" ON "domains" USING btree ("user_id","service_id");--> statement-breakpoint
CREATE INDEX "domains_expiry" ON "domains" USING btree ("expiry_date");--> statement-breakpoint
CREATE UNIQUE INDEX "email_accounts_email_key" ON "email_accounts" USING btree ("email");--> statement-breakpoint
CREATE INDEX "email_accounts_user" ON "email_accounts" USING btree ("user_id","created_at","id");--> statement-breakpoint
CREATE INDEX "email_accounts_service" ON "email_accounts" USING btree ("user_id","service_id");--> statement-breakpoint
CREATE INDEX "email_accounts_domain" ON "email_accounts" USING btree ("user_id","domain_id");--> statement-breakpoint
CREATE INDEX "file_shares_file" ON "file_shares" USING btree ("user_id","file_id");--> statement-breakpoint
CREATE INDEX "file_shares_expires" ON "file_shares" USING btree ("expires_at");--> statement-breakpoint
CREATE UNIQUE INDEX "file_manager_path_key" ON "file_manager" USING btree ("user_id","service_id","path_key") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "file_manager_user" ON "file_manager" USING btree ("user_id","uploaded_at","id") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "file_manager_service" ON "file_manager" USING btree ("user_id","service_id","uploaded_at","id") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "file_manager_folder" ON "file_manager" USING btree ("user_id","service_id","path","uploaded_at","id") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "file_manager_trash" ON "file_manager" USING btree ("user_id","deleted_at","id") WHERE deleted_at is not null;--> statement-breakpoint
CREATE INDEX "file_manager_expired" ON "file_manager" USING btree ("deleted_at") WHERE deleted_at is not null;--> statement-breakpoint
CREATE INDEX "idempotency_keys_expires" ON "idempotency_keys" USING btree ("expires_at");--> statement-breakpoint
CREATE UNIQUE INDEX "jobs_running_key" ON "jobs" USING btree ("key") WHERE status = 'running' and key is not null;--> statement-breakpoint
CREATE INDEX "jobs_queued" ON "jobs" USING btree ("run_at","id") WHERE status = 'queued';--> statement-breakpoint
CREATE INDEX "jobs_running" ON "jobs" USING btree ("lease_until","id") WHERE status = 'running';--> statement-breakpoint
CREATE INDEX "jobs_created" ON "jobs" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "jobs_related" ON "jobs" USING btree ("related_id") WHERE related_id is not null;--> statement-breakpoint
CREATE INDEX "mails_queued" ON "mails" USING btree ("next_attempt_at","id") WHERE status = 'queued';--> statement-breakpoint
CREATE INDEX "mails_related" ON "mails" USING btree ("related_id") WHERE related_id is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "orders_id_key" ON "orders" USING btree ("id");--> statement-breakpoint
CREATE INDEX "orders_user" ON "orders" USING btree ("user_id","created_at","id");--> statement-breakpoint
CREATE INDEX "orders_service" ON "orders" USING btree ("user_id","service_id");--> statement-breakpoint
CREATE INDEX "orders_status" ON "orders" USING btree ("status","created_at","id");--> statement-breakpoint
CREATE INDEX "orders_created" ON "orders" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "orders_domain" ON "orders" USING btree ("domain") WHERE domain is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "pricing_plans_name_key" ON "pricing_plans" USING btree ("category_id","name");--> statement-breakpoint
CREATE UNIQUE INDEX "project_files_name_key" ON "project_files" USING btree ("user_id","project_id","name");--> statement-breakpoint
CREATE INDEX "projects_user" ON "projects" USING btree ("user_id","created_at","id");--> statement-breakpoint
CREATE INDEX "rate_limits_reset" ON "rate_limits" USING btree ("reset_at");--> statement-breakpoint
CREATE INDEX "server_metric_rollups_slot" ON "server_metric_rollups" USING btree ("slot");--> statement-breakpoint
CREATE INDEX "server_metrics_service" ON "server_metrics" USING btree ("user_id","service_id","recorded_at");--> statement-breakpoint
CREATE INDEX "server_metrics_recorded" ON "server_metrics" USING btree ("recorded_at");--> statement-breakpoint
CREATE UNIQUE INDEX "service_categories_name_key" ON "service_categories" USING btree ("name");--> statement-breakpoint
CREATE INDEX "service_traffic_day" ON "service_traffic" USING btree ("day");--> statement-breakpoint
CREATE INDEX "sessions_user" ON "sessions" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "sessions_expire" ON "sessions" USING btree ("expire");--> statement-breakpoint
CREATE UNIQUE INDEX "subdomains_name_key" ON "subdomains" USING btree ("user_id","domain_id","name");--> statement-breakpoint
CREATE INDEX "tokens_user" ON "tokens" USING btree ("user_id","kind");--> statement-breakpoint
CREATE INDEX "tokens_expires" ON "tokens" USING btree ("expires_at");--> statement-breakpoint
CREATE UNIQUE INDEX "user_services_id_key" ON "user_services" USING btree ("id");--> statement-breakpoint
CREATE UNIQUE INDEX "user_services_domain_key" ON "user_services" USING btree ("domain") WHERE status <> 'terminated' and domain is not null;--> statement-breakpoint
CREATE INDEX "user_services_user" ON "user_services" USING btree ("user_id","created_at","id");--> statement-breakpoint
CREATE INDEX "user_services_created" ON "user_services" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "user_services_plan" ON "user_services" USING btree ("plan_id");--> statement-breakpoint
CREATE UNIQUE INDEX "users_email_key" ON "users" USING btree ("email_key");--> statement-breakpoint
CREATE UNIQUE INDEX "users_mobile_key" ON "users" USING btree ("mobile");--> statement-breakpoint
CREATE INDEX "users_created" ON "users" USING btree ("created_at","id");