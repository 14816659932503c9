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
CREATE TABLE "service_traffic" (
	"user_id" uuid NOT NULL,
	"service_id" uuid NOT NULL,
	"day" text COLLATE "C" NOT NULL,
	"bytes_in" bigint DEFAULT 0 NOT NULL,
	"bytes_out" bigint DEFAULT 0 NOT NULL,
	CONSTRAINT "service_traffic_pkey" PRIMARY KEY("user_id","service_id","day")
);
--> statement-breakpoint
ALTER TABLE "server_metrics" ADD COLUMN "is_up" boolean DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE "server_metrics" ADD COLUMN "processes" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "server_metrics" ADD COLUMN "network_in" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "server_metrics" ADD COLUMN "network_out" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "server_metrics" ADD COLUMN "slot" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "server_metric_rollups" ADD CONSTRAINT "server_metric_rollups_service_fk" FOREIGN KEY ("user_id","service_id") REFERENCES "public"."user_services"("user_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "service_traffic" ADD CONSTRAINT "service_traffic_service_fk" FOREIGN KEY ("user_id","service_id") REFERENCES "public"."user_services"("user_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "server_metric_rollups_slot" ON "server_metric_rollups" USING btree ("slot");--> statement-breakpoint
CREATE INDEX "service_traffic_day" ON "service_traffic" USING btree ("day");