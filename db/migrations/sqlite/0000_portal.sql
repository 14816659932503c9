CREATE TABLE `audit_log` (
	`id` text PRIMARY KEY NOT NULL,
	`at` integer NOT NULL,
	`actor_id` text,
	`actor` text,
	`action` text NOT NULL,
	`target_type` text NOT NULL,
	`target_id` text,
	`user_id` text,
	`note` text,
	`details` text,
	`address` text,
	`request_id` text
);
--> statement-breakpoint
CREATE INDEX `audit_log_at` ON `audit_log` (`at`,`id`);--> statement-breakpoint
CREATE INDEX `audit_log_target` ON `audit_log` (`target_type`,`target_id`,`at`);--> statement-breakpoint
CREATE INDEX `audit_log_user` ON `audit_log` (`user_id`,`at`);--> statement-breakpoint
CREATE TABLE `audit_pending` (
	`id` text PRIMARY KEY NOT NULL
);
--> statement-breakpoint
CREATE TABLE `audit_seals` (
	`number` integer PRIMARY KEY NOT NULL,
	`row_ids` text NOT NULL,
	`row_count` integer NOT NULL,
	`previous_hash` text NOT NULL,
	`hash` text NOT NULL,
	`sealed_at` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `backup_schedules` (
	`user_id` text NOT NULL,
	`service_id` text NOT NULL,
	`enabled` integer DEFAULT false NOT NULL,
	`frequency` text DEFAULT 'daily' NOT NULL,
	`time` text NOT NULL,
	`backup_type` text DEFAULT 'full' NOT NULL,
	`keep` integer NOT NULL,
	`last_run_at` integer,
	`next_run_at` integer,
	`updated_at` integer NOT NULL,
	PRIMARY KEY(`user_id`, `service_id`),
	FOREIGN KEY (`user_id`,`service_id`) REFERENCES `user_services`(`user_id`,`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `backup_schedules_due` ON `backup_schedules` (`next_run_at`) WHERE enabled;--> statement-breakpoint
CREATE TABLE `backups` (
	`id` text NOT NULL,
	`user_id` text NOT NULL,
	`service_id` text NOT NULL,
	`backup_type` text DEFAULT 'full' NOT NULL,
	`file_name` text NOT NULL,
	`file_size` integer DEFAULT 0 NOT NULL,
	`status` text DEFAULT 'pending' NOT NULL,
	`origin` text DEFAULT 'manual' NOT NULL,
	`progress` integer DEFAULT 0 NOT NULL,
	`reason` text,
	`sha256` text,
	`verified_at` integer,
	`created_at` integer NOT NULL,
	`finished_at` integer,
	PRIMARY KEY(`user_id`, `id`),
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`user_id`,`service_id`) REFERENCES `user_services`(`user_id`,`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `backups_pending_key` ON `backups` (`user_id`,`service_id`) WHERE status = 'pending';--> statement-breakpoint
CREATE INDEX `backups_user` ON `backups` (`user_id`,`created_at`,`id`);--> statement-breakpoint
CREATE INDEX `backups_service` ON `backups` (`user_id`,`service_id`,`created_at`,`id`);--> statement-breakpoint
CREATE TABLE `cloud_analytics` (
	`id` text NOT NULL,
	`user_id` text NOT NULL,
	`provider_id` text NOT NULL,
	`region` text DEFAULT 'us-east-1' NOT NULL,
	`sample` integer DEFAULT false NOT NULL,
	`simulated` integer DEFAULT false NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	`dataset_id` text NOT NULL,
	`name` text NOT NULL,
	`type` text NOT NULL,
	`status` text DEFAULT 'active' NOT NULL,
	`location` text,
	`size_bytes` integer DEFAULT 0 NOT NULL,
	`table_count` integer DEFAULT 0 NOT NULL,
	`query_count` integer DEFAULT 0 NOT NULL,
	`last_queried` integer,
	`encryption` integer DEFAULT true NOT NULL,
	`access` text DEFAULT 'private' NOT NULL,
	PRIMARY KEY(`user_id`, `id`),
	FOREIGN KEY (`user_id`,`provider_id`) REFERENCES `cloud_providers`(`user_id`,`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `cloud_analytics_user` ON `cloud_analytics` (`user_id`,`created_at`,`id`);--> statement-breakpoint
CREATE INDEX `cloud_analytics_provider` ON `cloud_analytics` (`user_id`,`provider_id`);--> statement-breakpoint
CREATE TABLE `cloud_api_gateways` (
	`id` text NOT NULL,
	`user_id` text NOT NULL,
	`provider_id` text NOT NULL,
	`region` text DEFAULT 'us-east-1' NOT NULL,
	`sample` integer DEFAULT false NOT NULL,
	`simulated` integer DEFAULT false NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	`api_id` text NOT NULL,
	`name` text NOT NULL,
	`type` text DEFAULT 'REST' NOT NULL,
	`stage` text DEFAULT 'prod' NOT NULL,
	`endpoint` text,
	`request_count` integer DEFAULT 0 NOT NULL,
	`error_rate` integer DEFAULT 0 NOT NULL,
	`throttling` integer DEFAULT false NOT NULL,
	`caching` integer DEFAULT false NOT NULL,
	`authentication` text,
	`cors_enabled` integer DEFAULT true NOT NULL,
	PRIMARY KEY(`user_id`, `id`),
	FOREIGN KEY (`user_id`,`provider_id`) REFERENCES `cloud_providers`(`user_id`,`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `cloud_api_gateways_user` ON `cloud_api_gateways` (`user_id`,`created_at`,`id`);--> statement-breakpoint
CREATE INDEX `cloud_api_gateways_provider` ON `cloud_api_gateways` (`user_id`,`provider_id`);--> statement-breakpoint
CREATE TABLE `cloud_cdn` (
	`id` text NOT NULL,
	`user_id` text NOT NULL,
	`provider_id` text NOT NULL,
	`region` text DEFAULT 'us-east-1' NOT NULL,
	`sample` integer DEFAULT false NOT NULL,
	`simulated` integer DEFAULT false NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	`distribution_id` text NOT NULL,
	`domain_name` text NOT NULL,
	`origin_domain` text NOT NULL,
	`status` text DEFAULT 'deployed' NOT NULL,
	`price_class` text DEFAULT 'all' NOT NULL,
	`enabled` integer DEFAULT true NOT NULL,
	`http_version` text DEFAULT 'http2' NOT NULL,
	`ssl` integer DEFAULT true NOT NULL,
	`caching` text,
	`geo_restriction` text,
	PRIMARY KEY(`user_id`, `id`),
	FOREIGN KEY (`user_id`,`provider_id`) REFERENCES `cloud_providers`(`user_id`,`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `cloud_cdn_user` ON `cloud_cdn` (`user_id`,`created_at`,`id`);--> statement-breakpoint
CREATE INDEX `cloud_cdn_provider` ON `cloud_cdn` (`user_id`,`provider_id`);--> statement-breakpoint
CREATE TABLE `cloud_containers` (
	`id` text NOT NULL,
	`user_id` text NOT NULL,
	`provider_id` text NOT NULL,
	`region` text DEFAULT 'us-east-1' NOT NULL,
	`sample` integer DEFAULT false NOT NULL,
	`simulated` integer DEFAULT false NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	`cluster_name` text NOT NULL,
	`service_name` text NOT NULL,
	`image_uri` text NOT NULL,
	`cpu` integer DEFAULT 256 NOT NULL,
	`memory` integer DEFAULT 512 NOT NULL,
	`desired_count` integer DEFAULT 1 NOT NULL,
	`running_count` integer DEFAULT 0 NOT NULL,
	`status` text DEFAULT 'pending' NOT NULL,
	`network_mode` text DEFAULT 'awsvpc' NOT NULL,
	`ports` text,
	`environment` text,
	PRIMARY KEY(`user_id`, `id`),
	FOREIGN KEY (`user_id`,`provider_id`) REFERENCES `cloud_providers`(`user_id`,`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `cloud_containers_user` ON `cloud_containers` (`user_id`,`created_at`,`id`);--> statement-breakpoint
CREATE INDEX `cloud_containers_provider` ON `cloud_containers` (`user_id`,`provider_id`);--> statement-breakpoint
CREATE TABLE `cloud_costs` (
	`id` text NOT NULL,
	`user_id` text NOT NULL,
	`provider_id` text NOT NULL,
	`region` text DEFAULT 'us-east-1' NOT NULL,
	`sample` integer DEFAULT false NOT NULL,
	`simulated` integer DEFAULT false NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	`resource_id` text,
	`resource_type` text NOT NULL,
	`service` text NOT NULL,
	`amount_micros` integer NOT NULL,
	`currency` text DEFAULT 'USD' NOT NULL,
	`billing_period` text NOT NULL,
	PRIMARY KEY(`user_id`, `id`),
	FOREIGN KEY (`user_id`,`provider_id`) REFERENCES `cloud_providers`(`user_id`,`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `cloud_costs_user` ON `cloud_costs` (`user_id`,`created_at`,`id`);--> statement-breakpoint
CREATE INDEX `cloud_costs_provider` ON `cloud_costs` (`user_id`,`provider_id`);--> statement-breakpoint
CREATE TABLE `cloud_databases` (
	`id` text NOT NULL,
	`user_id` text NOT NULL,
	`provider_id` text NOT NULL,
	`region` text DEFAULT 'us-east-1' NOT NULL,
	`sample` integer DEFAULT false NOT NULL,
	`simulated` integer DEFAULT false NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	`untold` text,
	`instance_id` text NOT NULL,
	`name` text NOT NULL,
	`engine` text NOT NULL,
	`version` text,
	`instance_class` text NOT NULL,
	`status` text DEFAULT 'available' NOT NULL,
	`endpoint` text,
	`port` integer,
	`username` text,
	`allocated_storage` integer,
	`multi_az` integer DEFAULT false NOT NULL,
	`backup_retention` integer DEFAULT 7 NOT NULL,
	`maintenance_window` text,
	PRIMARY KEY(`user_id`, `id`),
	FOREIGN KEY (`user_id`,`provider_id`) REFERENCES `cloud_providers`(`user_id`,`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `cloud_databases_user` ON `cloud_databases` (`user_id`,`created_at`,`id`);--> statement-breakpoint
CREATE INDEX `cloud_databases_provider` ON `cloud_databases` (`user_id`,`provider_id`);--> statement-breakpoint
CREATE TABLE `cloud_devops` (
	`id` text NOT NULL,
	`user_id` text NOT NULL,
	`provider_id` text NOT NULL,
	`region` text DEFAULT 'us-east-1' NOT NULL,
	`sample` integer DEFAULT false NOT NULL,
	`simulated` integer DEFAULT false NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	`service_name` text NOT NULL,
	`type` text NOT NULL,
	`repository_url` text,
	`branch` text DEFAULT 'main' NOT NULL,
	`build_status` text DEFAULT 'success' NOT NULL,
	`last_build` integer,
	`build_duration` integer,
	`tests_count` integer DEFAULT 0 NOT NULL,
	`tests_passed` integer DEFAULT 0 NOT NULL,
	`deployment_target` text,
	`artifacts` text,
	PRIMARY KEY(`user_id`, `id`),
	FOREIGN KEY (`user_id`,`provider_id`) REFERENCES `cloud_providers`(`user_id`,`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `cloud_devops_user` ON `cloud_devops` (`user_id`,`created_at`,`id`);--> statement-breakpoint
CREATE INDEX `cloud_devops_provider` ON `cloud_devops` (`user_id`,`provider_id`);--> statement-breakpoint
CREATE TABLE `cloud_functions` (
	`id` text NOT NULL,
	`user_id` text NOT NULL,
	`provider_id` text NOT NULL,
	`region` text DEFAULT 'us-east-1' NOT NULL,
	`sample` integer DEFAULT false NOT NULL,
	`simulated` integer DEFAULT false NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	`untold` text,
	`name` text NOT NULL,
	`runtime` text NOT NULL,
	`handler` text,
	`memory_mb` integer DEFAULT 128 NOT NULL,
	`timeout_seconds` integer DEFAULT 30 NOT NULL,
	`status` text DEFAULT 'active' NOT NULL,
	`last_invoked` integer,
	`invocation_count` integer DEFAULT 0 NOT NULL,
	`error_count` integer DEFAULT 0 NOT NULL,
	`code_size` integer DEFAULT 0 NOT NULL,
	`environment` text,
	PRIMARY KEY(`user_id`, `id`),
	FOREIGN KEY (`user_id`,`provider_id`) REFERENCES `cloud_providers`(`user_id`,`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `cloud_functions_user` ON `cloud_functions` (`user_id`,`created_at`,`id`);--> statement-breakpoint
CREATE INDEX `cloud_functions_provider` ON `cloud_functions` (`user_id`,`provider_id`);--> statement-breakpoint
CREATE TABLE `cloud_instances` (
	`id` text NOT NULL,
	`user_id` text NOT NULL,
	`provider_id` text NOT NULL,
	`region` text DEFAULT 'us-east-1' NOT NULL,
	`sample` integer DEFAULT false NOT NULL,
	`simulated` integer DEFAULT false NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	`instance_id` text NOT NULL,
	`name` text NOT NULL,
	`instance_type` text NOT NULL,
	`status` text DEFAULT 'stopped' NOT NULL,
	`next_status` text,
	`next_status_at` integer,
	`public_ip` text,
	`private_ip` text,
	`zone` text,
	`image_id` text,
	`key_pair_name` text,
	`security_groups` text,
	`tags` text,
	`launched_at` integer,
	PRIMARY KEY(`user_id`, `id`),
	FOREIGN KEY (`user_id`,`provider_id`) REFERENCES `cloud_providers`(`user_id`,`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `cloud_instances_user` ON `cloud_instances` (`user_id`,`created_at`,`id`);--> statement-breakpoint
CREATE INDEX `cloud_instances_provider` ON `cloud_instances` (`user_id`,`provider_id`);--> statement-breakpoint
CREATE INDEX `cloud_instances_due` ON `cloud_instances` (`next_status_at`) WHERE next_status_at is not null;--> statement-breakpoint
CREATE TABLE `cloud_load_balancers` (
	`id` text NOT NULL,
	`user_id` text NOT NULL,
	`provider_id` text NOT NULL,
	`region` text DEFAULT 'us-east-1' NOT NULL,
	`sample` integer DEFAULT false NOT NULL,
	`simulated` integer DEFAULT false NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	`name` text NOT NULL,
	`dns_name` text,
	`type` text DEFAULT 'application' NOT NULL,
	`scheme` text DEFAULT 'internet-facing' NOT NULL,
	`ip_address_type` text DEFAULT 'ipv4' NOT NULL,
	`status` text DEFAULT 'active' NOT NULL,
	`availability_zones` text,
	`target_groups` text,
	PRIMARY KEY(`user_id`, `id`),
	FOREIGN KEY (`user_id`,`provider_id`) REFERENCES `cloud_providers`(`user_id`,`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `cloud_load_balancers_user` ON `cloud_load_balancers` (`user_id`,`created_at`,`id`);--> statement-breakpoint
CREATE INDEX `cloud_load_balancers_provider` ON `cloud_load_balancers` (`user_id`,`provider_id`);--> statement-breakpoint
CREATE TABLE `cloud_messaging` (
	`id` text NOT NULL,
	`user_id` text NOT NULL,
	`provider_id` text NOT NULL,
	`region` text DEFAULT 'us-east-1' NOT NULL,
	`sample` integer DEFAULT false NOT NULL,
	`simulated` integer DEFAULT false NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	`queue_name` text NOT NULL,
	`type` text NOT NULL,
	`visibility` integer DEFAULT 30 NOT NULL,
	`message_retention` integer DEFAULT 1209600 NOT NULL,
	`messages_available` integer DEFAULT 0 NOT NULL,
	`messages_in_flight` integer DEFAULT 0 NOT NULL,
	`dead_letter_queue` integer DEFAULT false NOT NULL,
	`encryption` integer DEFAULT true NOT NULL,
	`fifo_queue` integer DEFAULT false NOT NULL,
	`throughput` text DEFAULT 'standard' NOT NULL,
	PRIMARY KEY(`user_id`, `id`),
	FOREIGN KEY (`user_id`,`provider_id`) REFERENCES `cloud_providers`(`user_id`,`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `cloud_messaging_user` ON `cloud_messaging` (`user_id`,`created_at`,`id`);--> statement-breakpoint
CREATE INDEX `cloud_messaging_provider` ON `cloud_messaging` (`user_id`,`provider_id`);--> statement-breakpoint
CREATE TABLE `cloud_metrics` (
	`id` text NOT NULL,
	`user_id` text NOT NULL,
	`provider_id` text NOT NULL,
	`region` text DEFAULT 'us-east-1' NOT NULL,
	`sample` integer DEFAULT false NOT NULL,
	`simulated` integer DEFAULT false NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	`resource_id` text NOT NULL,
	`resource_type` text NOT NULL,
	`metric_name` text NOT NULL,
	`value_micros` integer NOT NULL,
	`unit` text NOT NULL,
	`timestamp` integer NOT NULL,
	PRIMARY KEY(`user_id`, `id`),
	FOREIGN KEY (`user_id`,`provider_id`) REFERENCES `cloud_providers`(`user_id`,`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `cloud_metrics_user` ON `cloud_metrics` (`user_id`,`created_at`,`id`);--> statement-breakpoint
CREATE INDEX `cloud_metrics_provider` ON `cloud_metrics` (`user_id`,`provider_id`);--> statement-breakpoint
CREATE INDEX `cloud_metrics_resource` ON `cloud_metrics` (`user_id`,`resource_id`,`timestamp`);--> statement-breakpoint
CREATE TABLE `cloud_ml_services` (
	`id` text NOT NULL,
	`user_id` text NOT NULL,
	`provider_id` text NOT NULL,
	`region` text DEFAULT 'us-east-1' NOT NULL,
	`sample` integer DEFAULT false NOT NULL,
	`simulated` integer DEFAULT false NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	`model_name` text NOT NULL,
	`type` text NOT NULL,
	`framework` text,
	`instance_type` text,
	`status` text DEFAULT 'stopped' NOT NULL,
	`endpoint_url` text,
	`model_accuracy` integer,
	`training_time` integer,
	`last_trained` integer,
	`prediction_count` integer DEFAULT 0 NOT NULL,
	PRIMARY KEY(`user_id`, `id`),
	FOREIGN KEY (`user_id`,`provider_id`) REFERENCES `cloud_providers`(`user_id`,`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `cloud_ml_services_user` ON `cloud_ml_services` (`user_id`,`created_at`,`id`);--> statement-breakpoint
CREATE INDEX `cloud_ml_services_provider` ON `cloud_ml_services` (`user_id`,`provider_id`);--> statement-breakpoint
CREATE TABLE `cloud_monitoring` (
	`id` text NOT NULL,
	`user_id` text NOT NULL,
	`provider_id` text NOT NULL,
	`region` text DEFAULT 'us-east-1' NOT NULL,
	`sample` integer DEFAULT false NOT NULL,
	`simulated` integer DEFAULT false NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	`service_name` text NOT NULL,
	`type` text NOT NULL,
	`metrics_count` integer DEFAULT 0 NOT NULL,
	`logs_size` integer DEFAULT 0 NOT NULL,
	`alerts_configured` integer DEFAULT 0 NOT NULL,
	`alerts_triggered` integer DEFAULT 0 NOT NULL,
	`retention` integer DEFAULT 30 NOT NULL,
	`dashboards` text,
	`last_alert` integer,
	`status` text DEFAULT 'active' NOT NULL,
	PRIMARY KEY(`user_id`, `id`),
	FOREIGN KEY (`user_id`,`provider_id`) REFERENCES `cloud_providers`(`user_id`,`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `cloud_monitoring_user` ON `cloud_monitoring` (`user_id`,`created_at`,`id`);--> statement-breakpoint
CREATE INDEX `cloud_monitoring_provider` ON `cloud_monitoring` (`user_id`,`provider_id`);--> statement-breakpoint
CREATE TABLE `cloud_providers` (
	`id` text NOT NULL,
	`user_id` text NOT NULL,
	`name` text NOT NULL,
	`display_name` text NOT NULL,
	`access_key_id` text,
	`secret_access_key` text,
	`project_id` text,
	`region` text DEFAULT 'us-east-1' NOT NULL,
	`is_active` integer DEFAULT true NOT NULL,
	`sample` integer DEFAULT false NOT NULL,
	`validated_at` integer,
	`validation_message` text,
	`refreshed_at` integer,
	`next_refresh_at` integer,
	`refreshing_until` integer,
	`refresh_failures` integer DEFAULT 0 NOT NULL,
	`viewed_at` integer,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	PRIMARY KEY(`user_id`, `id`),
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `cloud_providers_user` ON `cloud_providers` (`user_id`,`created_at`,`id`);--> statement-breakpoint
CREATE INDEX `cloud_providers_due` ON `cloud_providers` (`next_refresh_at`) WHERE next_refresh_at is not null;--> statement-breakpoint
CREATE TABLE `cloud_revisions` (
	`user_id` text PRIMARY KEY NOT NULL,
	`revision` integer DEFAULT 0 NOT NULL,
	`due_at` text,
	`seeded_at` integer,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE TABLE `cloud_security` (
	`id` text NOT NULL,
	`user_id` text NOT NULL,
	`provider_id` text NOT NULL,
	`region` text DEFAULT 'us-east-1' NOT NULL,
	`sample` integer DEFAULT false NOT NULL,
	`simulated` integer DEFAULT false NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	`service_name` text NOT NULL,
	`type` text NOT NULL,
	`status` text DEFAULT 'active' NOT NULL,
	`rules_count` integer DEFAULT 0 NOT NULL,
	`blocked_requests` integer DEFAULT 0 NOT NULL,
	`allowed_requests` integer DEFAULT 0 NOT NULL,
	`threats_detected` integer DEFAULT 0 NOT NULL,
	`compliance_score` integer,
	`last_scan` integer,
	`last_activity` integer,
	`configuration` text,
	`alerts_enabled` integer DEFAULT true NOT NULL,
	PRIMARY KEY(`user_id`, `id`),
	FOREIGN KEY (`user_id`,`provider_id`) REFERENCES `cloud_providers`(`user_id`,`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `cloud_security_user` ON `cloud_security` (`user_id`,`created_at`,`id`);--> statement-breakpoint
CREATE INDEX `cloud_security_provider` ON `cloud_security` (`user_id`,`provider_id`);--> statement-breakpoint
CREATE TABLE `cloud_storage` (
	`id` text NOT NULL,
	`user_id` text NOT NULL,
	`provider_id` text NOT NULL,
	`region` text DEFAULT 'us-east-1' NOT NULL,
	`sample` integer DEFAULT false NOT NULL,
	`simulated` integer DEFAULT false NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	`untold` text,
	`bucket_name` text NOT NULL,
	`storage_class` text DEFAULT 'STANDARD' NOT NULL,
	`versioning` integer DEFAULT false NOT NULL,
	`encryption` integer DEFAULT true NOT NULL,
	`public_access` integer DEFAULT false NOT NULL,
	`size_bytes` integer DEFAULT 0 NOT NULL,
	`object_count` integer DEFAULT 0 NOT NULL,
	PRIMARY KEY(`user_id`, `id`),
	FOREIGN KEY (`user_id`,`provider_id`) REFERENCES `cloud_providers`(`user_id`,`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `cloud_storage_user` ON `cloud_storage` (`user_id`,`created_at`,`id`);--> statement-breakpoint
CREATE INDEX `cloud_storage_provider` ON `cloud_storage` (`user_id`,`provider_id`);--> statement-breakpoint
CREATE TABLE `contact_messages` (
	`id` text PRIMARY KEY NOT NULL,
	`reference` text NOT NULL,
	`first_name` text NOT NULL,
	`last_name` text NOT NULL,
	`email` text NOT NULL,
	`subject` text NOT NULL,
	`message` text NOT NULL,
	`address` text,
	`created_at` integer NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `contact_messages_reference_key` ON `contact_messages` (`reference`);--> statement-breakpoint
CREATE INDEX `contact_messages_created` ON `contact_messages` (`created_at`,`id`);--> statement-breakpoint
CREATE TABLE `databases` (
	`id` text NOT NULL,
	`user_id` text NOT NULL,
	`service_id` text NOT NULL,
	`db_name` text NOT NULL,
	`db_type` text DEFAULT 'mysql' NOT NULL,
	`db_user` text NOT NULL,
	`db_password` text NOT NULL,
	`size_bytes` integer DEFAULT 0 NOT NULL,
	`status` text DEFAULT 'pending' NOT NULL,
	`reason` text,
	`host` text,
	`port` integer,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	PRIMARY KEY(`user_id`, `id`),
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`user_id`,`service_id`) REFERENCES `user_services`(`user_id`,`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `databases_name_key` ON `databases` (`user_id`,`service_id`,`db_type`,`db_name`);--> statement-breakpoint
CREATE UNIQUE INDEX `databases_user_key` ON `databases` (`user_id`,`service_id`,`db_type`,`db_user`);--> statement-breakpoint
CREATE INDEX `databases_user` ON `databases` (`user_id`,`created_at`,`id`);--> statement-breakpoint
CREATE TABLE `dns_records` (
	`id` text NOT NULL,
	`user_id` text NOT NULL,
	`domain_id` text NOT NULL,
	`type` text NOT NULL,
	`name` text NOT NULL,
	`value` text NOT NULL,
	`value_key` text NOT NULL,
	`ttl` integer DEFAULT 3600 NOT NULL,
	`priority` integer,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	PRIMARY KEY(`user_id`, `id`),
	FOREIGN KEY (`user_id`,`domain_id`) REFERENCES `domains`(`user_id`,`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `dns_records_key` ON `dns_records` (`user_id`,`domain_id`,`name`,`type`,`value_key`);--> statement-breakpoint
CREATE TABLE `domains` (
	`id` text NOT NULL,
	`user_id` text NOT NULL,
	`service_id` text,
	`domain_name` text NOT NULL,
	`status` text DEFAULT 'active' NOT NULL,
	`registrar` text,
	`nameservers` text NOT NULL,
	`expiry_date` integer,
	`ssl` integer DEFAULT false NOT NULL,
	`ssl_issuer` text,
	`ssl_expires_at` integer,
	`auto_renew` integer DEFAULT true NOT NULL,
	`privacy` integer DEFAULT true NOT NULL,
	`transfer_lock` integer DEFAULT true NOT NULL,
	`auth_code_hash` text,
	`zone_serial` integer DEFAULT 1 NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	PRIMARY KEY(`user_id`, `id`),
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`user_id`,`service_id`) REFERENCES `user_services`(`user_id`,`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `domains_name_key` ON `domains` (`domain_name`);--> statement-breakpoint
CREATE INDEX `domains_user` ON `domains` (`user_id`,`created_at`,`id`);--> statement-breakpoint
CREATE INDEX `domains_service` ON `domains` (`user_id`,`service_id`);--> statement-breakpoint
CREATE INDEX `domains_expiry` ON `domains` (`expiry_date`);--> statement-breakpoint
CREATE TABLE `email_accounts` (
	`id` text NOT NULL,
	`user_id` text NOT NULL,
	`service_id` text NOT NULL,
	`domain_id` text,
	`email` text NOT NULL,
	`password_hash` text,
	`type` text DEFAULT 'mailbox' NOT NULL,
	`status` text DEFAULT 'active' NOT NULL,
	`is_active` integer DEFAULT true NOT NULL,
	`quota` integer DEFAULT 1024 NOT NULL,
	`used_bytes` integer DEFAULT 0 NOT NULL,
	`spam_blocked` integer DEFAULT 0 NOT NULL,
	`forward_to` text,
	`keep_copy` integer DEFAULT false NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	PRIMARY KEY(`user_id`, `id`),
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`user_id`,`service_id`) REFERENCES `user_services`(`user_id`,`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`user_id`,`domain_id`) REFERENCES `domains`(`user_id`,`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `email_accounts_email_key` ON `email_accounts` (`email`);--> statement-breakpoint
CREATE INDEX `email_accounts_user` ON `email_accounts` (`user_id`,`created_at`,`id`);--> statement-breakpoint
CREATE INDEX `email_accounts_service` ON `email_accounts` (`user_id`,`service_id`);--> statement-breakpoint
CREATE INDEX `email_accounts_domain` ON `email_accounts` (`user_id`,`domain_id`);--> statement-breakpoint
CREATE TABLE `file_intents` (
	`user_id` text NOT NULL,
	`service_id` text NOT NULL,
	`steps` text NOT NULL,
	`created_at` integer NOT NULL,
	PRIMARY KEY(`user_id`, `service_id`),
	FOREIGN KEY (`user_id`,`service_id`) REFERENCES `user_services`(`user_id`,`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE TABLE `file_shares` (
	`id` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`file_id` text NOT NULL,
	`expires_at` integer,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`user_id`,`file_id`) REFERENCES `file_manager`(`user_id`,`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `file_shares_file` ON `file_shares` (`user_id`,`file_id`);--> statement-breakpoint
CREATE INDEX `file_shares_expires` ON `file_shares` (`expires_at`);--> statement-breakpoint
CREATE TABLE `file_manager` (
	`id` text NOT NULL,
	`user_id` text NOT NULL,
	`service_id` text NOT NULL,
	`file_name` text NOT NULL,
	`path` text DEFAULT '' NOT NULL,
	`file_path` text NOT NULL,
	`path_key` text NOT NULL,
	`file_type` text NOT NULL,
	`file_size` integer DEFAULT 0 NOT NULL,
	`is_folder` integer DEFAULT false NOT NULL,
	`sha256` text,
	`uploaded_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	`deleted_at` integer,
	`trashed_with` text,
	PRIMARY KEY(`user_id`, `id`),
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`user_id`,`service_id`) REFERENCES `user_services`(`user_id`,`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `file_manager_path_key` ON `file_manager` (`user_id`,`service_id`,`path_key`) WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX `file_manager_user` ON `file_manager` (`user_id`,`uploaded_at`,`id`) WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX `file_manager_service` ON `file_manager` (`user_id`,`service_id`,`uploaded_at`,`id`) WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX `file_manager_folder` ON `file_manager` (`user_id`,`service_id`,`path`,`uploaded_at`,`id`) WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX `file_manager_trash` ON `file_manager` (`user_id`,`deleted_at`,`id`) WHERE deleted_at is not null;--> statement-breakpoint
CREATE INDEX `file_manager_expired` ON `file_manager` (`deleted_at`) WHERE deleted_at is not null;--> statement-breakpoint
CREATE TABLE `idempotency_keys` (
	`user_id` text NOT NULL,
	`key` text NOT NULL,
	`body_hash` text NOT NULL,
	`status` integer,
	`answer` text,
	`created_at` integer NOT NULL,
	`expires_at` integer NOT NULL,
	PRIMARY KEY(`user_id`, `key`)
);
--> statement-breakpoint
CREATE INDEX `idempotency_keys_expires` ON `idempotency_keys` (`expires_at`);--> statement-breakpoint
CREATE TABLE `jobs` (
	`id` text PRIMARY KEY NOT NULL,
	`kind` text NOT NULL,
	`payload` text NOT NULL,
	`key` text,
	`user_id` text,
	`related_id` text,
	`status` text DEFAULT 'queued' NOT NULL,
	`step` text,
	`attempts` integer DEFAULT 0 NOT NULL,
	`run_at` integer NOT NULL,
	`lease_holder` text,
	`lease_until` integer,
	`fence` integer DEFAULT 0 NOT NULL,
	`message` text,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	`finished_at` integer
);
--> statement-breakpoint
CREATE UNIQUE INDEX `jobs_running_key` ON `jobs` (`key`) WHERE status = 'running' and key is not null;--> statement-breakpoint
CREATE INDEX `jobs_queued` ON `jobs` (`run_at`,`id`) WHERE status = 'queued';--> statement-breakpoint
CREATE INDEX `jobs_running` ON `jobs` (`lease_until`,`id`) WHERE status = 'running';--> statement-breakpoint
CREATE INDEX `jobs_created` ON `jobs` (`created_at`,`id`);--> statement-breakpoint
CREATE INDEX `jobs_related` ON `jobs` (`related_id`) WHERE related_id is not null;--> statement-breakpoint
CREATE TABLE `leases` (
	`name` text PRIMARY KEY NOT NULL,
	`holder` text NOT NULL,
	`fence` integer NOT NULL,
	`expires_at` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `mails` (
	`id` text PRIMARY KEY NOT NULL,
	`to` text NOT NULL,
	`subject` text NOT NULL,
	`text` text NOT NULL,
	`html` text NOT NULL,
	`kind` text NOT NULL,
	`related_id` text,
	`user_id` text,
	`status` text DEFAULT 'queued' NOT NULL,
	`attempts` integer DEFAULT 0 NOT NULL,
	`next_attempt_at` integer NOT NULL,
	`last_error` text,
	`sent_at` integer,
	`created_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `mails_queued` ON `mails` (`next_attempt_at`,`id`) WHERE status = 'queued';--> statement-breakpoint
CREATE INDEX `mails_related` ON `mails` (`related_id`) WHERE related_id is not null;--> statement-breakpoint
CREATE TABLE `orders` (
	`id` text NOT NULL,
	`user_id` text NOT NULL,
	`plan_id` text NOT NULL,
	`service_id` text NOT NULL,
	`amount_paise` integer NOT NULL,
	`currency` text DEFAULT 'INR' NOT NULL,
	`status` text DEFAULT 'pending' NOT NULL,
	`payment_method` text NOT NULL,
	`domain` text,
	`reason` text,
	`note` text,
	`decided_at` integer,
	`decided_by` text,
	`created_at` integer NOT NULL,
	PRIMARY KEY(`user_id`, `id`),
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`plan_id`) REFERENCES `pricing_plans`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`user_id`,`service_id`) REFERENCES `user_services`(`user_id`,`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `orders_id_key` ON `orders` (`id`);--> statement-breakpoint
CREATE INDEX `orders_user` ON `orders` (`user_id`,`created_at`,`id`);--> statement-breakpoint
CREATE INDEX `orders_service` ON `orders` (`user_id`,`service_id`);--> statement-breakpoint
CREATE INDEX `orders_status` ON `orders` (`status`,`created_at`,`id`);--> statement-breakpoint
CREATE INDEX `orders_created` ON `orders` (`created_at`,`id`);--> statement-breakpoint
CREATE INDEX `orders_domain` ON `orders` (`domain`) WHERE domain is not null;--> statement-breakpoint
CREATE TABLE `pricing_plans` (
	`id` text PRIMARY KEY NOT NULL,
	`category_id` text NOT NULL,
	`name` text NOT NULL,
	`description` text,
	`price_paise` integer NOT NULL,
	`original_price_paise` integer,
	`discount` text,
	`features` text NOT NULL,
	`limits` text NOT NULL,
	`is_popular` integer DEFAULT false NOT NULL,
	`is_contact` integer DEFAULT false NOT NULL,
	`is_archived` integer DEFAULT false NOT NULL,
	`sort` integer DEFAULT 0 NOT NULL,
	FOREIGN KEY (`category_id`) REFERENCES `service_categories`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `pricing_plans_name_key` ON `pricing_plans` (`category_id`,`name`);--> statement-breakpoint
CREATE TABLE `project_file_versions` (
	`user_id` text NOT NULL,
	`file_id` text NOT NULL,
	`version` integer NOT NULL,
	`content` text NOT NULL,
	`size` integer NOT NULL,
	`created_at` integer NOT NULL,
	PRIMARY KEY(`user_id`, `file_id`, `version`),
	FOREIGN KEY (`user_id`,`file_id`) REFERENCES `project_files`(`user_id`,`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE TABLE `project_files` (
	`id` text NOT NULL,
	`user_id` text NOT NULL,
	`project_id` text NOT NULL,
	`parent_id` text,
	`name` text NOT NULL,
	`type` text NOT NULL,
	`content` text DEFAULT '' NOT NULL,
	`size` integer DEFAULT 0 NOT NULL,
	`version` integer DEFAULT 1 NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	PRIMARY KEY(`user_id`, `id`),
	FOREIGN KEY (`user_id`,`project_id`) REFERENCES `projects`(`user_id`,`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `project_files_name_key` ON `project_files` (`user_id`,`project_id`,`name`);--> statement-breakpoint
CREATE TABLE `projects` (
	`id` text NOT NULL,
	`user_id` text NOT NULL,
	`name` text NOT NULL,
	`description` text,
	`published_service_id` text,
	`published_at` integer,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	PRIMARY KEY(`user_id`, `id`),
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`user_id`,`published_service_id`) REFERENCES `user_services`(`user_id`,`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `projects_user` ON `projects` (`user_id`,`created_at`,`id`);--> statement-breakpoint
CREATE TABLE `rate_limits` (
	`key` text PRIMARY KEY NOT NULL,
	`count` integer NOT NULL,
	`reset_at` integer NOT NULL,
	`blocked_until` integer,
	`updated_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `rate_limits_reset` ON `rate_limits` (`reset_at`);--> statement-breakpoint
CREATE TABLE `server_metric_rollups` (
	`user_id` text NOT NULL,
	`service_id` text NOT NULL,
	`slot` integer NOT NULL,
	`samples` integer NOT NULL,
	`up_samples` integer NOT NULL,
	`cpu_usage_sum` integer NOT NULL,
	`memory_usage_sum` integer NOT NULL,
	`disk_usage_sum` integer NOT NULL,
	`network_in` integer NOT NULL,
	`network_out` integer NOT NULL,
	PRIMARY KEY(`user_id`, `service_id`, `slot`),
	FOREIGN KEY (`user_id`,`service_id`) REFERENCES `user_services`(`user_id`,`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `server_metric_rollups_slot` ON `server_metric_rollups` (`slot`);--> statement-breakpoint
CREATE TABLE `server_metrics` (
	`id` text NOT NULL,
	`user_id` text NOT NULL,
	`service_id` text NOT NULL,
	`cpu_usage` integer NOT NULL,
	`memory_usage` integer NOT NULL,
	`disk_usage` integer NOT NULL,
	`bandwidth` integer NOT NULL,
	`uptime` integer NOT NULL,
	`recorded_at` integer NOT NULL,
	`is_up` integer DEFAULT true NOT NULL,
	`processes` integer DEFAULT 0 NOT NULL,
	`network_in` integer DEFAULT 0 NOT NULL,
	`network_out` integer DEFAULT 0 NOT NULL,
	`slot` integer DEFAULT 0 NOT NULL,
	PRIMARY KEY(`user_id`, `id`),
	FOREIGN KEY (`user_id`,`service_id`) REFERENCES `user_services`(`user_id`,`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `server_metrics_service` ON `server_metrics` (`user_id`,`service_id`,`recorded_at`);--> statement-breakpoint
CREATE INDEX `server_metrics_recorded` ON `server_metrics` (`recorded_at`);--> statement-breakpoint
CREATE TABLE `service_categories` (
	`id` text PRIMARY KEY NOT NULL,
	`name` text NOT NULL,
	`description` text,
	`icon` text,
	`base_price_paise` integer DEFAULT 0 NOT NULL,
	`sort` integer DEFAULT 0 NOT NULL,
	`created_at` integer NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `service_categories_name_key` ON `service_categories` (`name`);--> statement-breakpoint
CREATE TABLE `service_traffic` (
	`user_id` text NOT NULL,
	`service_id` text NOT NULL,
	`day` text NOT NULL,
	`bytes_in` integer DEFAULT 0 NOT NULL,
	`bytes_out` integer DEFAULT 0 NOT NULL,
	PRIMARY KEY(`user_id`, `service_id`, `day`),
	FOREIGN KEY (`user_id`,`service_id`) REFERENCES `user_services`(`user_id`,`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `service_traffic_day` ON `service_traffic` (`day`);--> statement-breakpoint
CREATE TABLE `sessions` (
	`sid` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`sess` text NOT NULL,
	`expire` integer NOT NULL,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `sessions_user` ON `sessions` (`user_id`);--> statement-breakpoint
CREATE INDEX `sessions_expire` ON `sessions` (`expire`);--> statement-breakpoint
CREATE TABLE `subdomains` (
	`id` text NOT NULL,
	`user_id` text NOT NULL,
	`domain_id` text NOT NULL,
	`name` text NOT NULL,
	`target` text NOT NULL,
	`status` text DEFAULT 'active' NOT NULL,
	`created_at` integer NOT NULL,
	PRIMARY KEY(`user_id`, `id`),
	FOREIGN KEY (`user_id`,`domain_id`) REFERENCES `domains`(`user_id`,`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `subdomains_name_key` ON `subdomains` (`user_id`,`domain_id`,`name`);--> statement-breakpoint
CREATE TABLE `tokens` (
	`id` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`kind` text NOT NULL,
	`email` text,
	`expires_at` integer NOT NULL,
	`used_at` integer,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `tokens_user` ON `tokens` (`user_id`,`kind`);--> statement-breakpoint
CREATE INDEX `tokens_expires` ON `tokens` (`expires_at`);--> statement-breakpoint
CREATE TABLE `user_services` (
	`id` text NOT NULL,
	`user_id` text NOT NULL,
	`plan_id` text NOT NULL,
	`order_id` text,
	`status` text DEFAULT 'pending' NOT NULL,
	`domain` text,
	`server_ip` text,
	`auto_restart` integer DEFAULT true NOT NULL,
	`activated_at` integer,
	`suspended_reason` text,
	`provisioning_state` text,
	`provisioning_step` text,
	`provisioning_attempts` integer DEFAULT 0 NOT NULL,
	`provisioning_message` text,
	`busy` text,
	`disk_bytes` integer DEFAULT 0 NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	PRIMARY KEY(`user_id`, `id`),
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`plan_id`) REFERENCES `pricing_plans`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `user_services_id_key` ON `user_services` (`id`);--> statement-breakpoint
CREATE UNIQUE INDEX `user_services_domain_key` ON `user_services` (`domain`) WHERE status <> 'terminated' and domain is not null;--> statement-breakpoint
CREATE INDEX `user_services_user` ON `user_services` (`user_id`,`created_at`,`id`);--> statement-breakpoint
CREATE INDEX `user_services_created` ON `user_services` (`created_at`,`id`);--> statement-breakpoint
CREATE INDEX `user_services_plan` ON `user_services` (`plan_id`);--> statement-breakpoint
CREATE TABLE `users` (
	`id` text PRIMARY KEY NOT NULL,
	`email` text NOT NULL,
	`email_key` text NOT NULL,
	`mobile` text NOT NULL,
	`password_hash` text NOT NULL,
	`first_name` text,
	`last_name` text,
	`profile_image_url` text,
	`address` text,
	`organization` text,
	`has_admin_access` integer DEFAULT false NOT NULL,
	`is_admin` integer DEFAULT false NOT NULL,
	`email_verified` integer DEFAULT false NOT NULL,
	`mobile_verified` integer DEFAULT false NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `users_email_key` ON `users` (`email_key`);--> statement-breakpoint
CREATE UNIQUE INDEX `users_mobile_key` ON `users` (`mobile`);--> statement-breakpoint
CREATE INDEX `users_created` ON `users` (`created_at`,`id`);