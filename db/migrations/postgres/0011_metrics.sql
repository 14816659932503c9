CREATE TABLE "site_days" (
	"day" text COLLATE "C" PRIMARY KEY NOT NULL,
	"samples" bigint NOT NULL,
	"up_samples" bigint NOT NULL
);
--> statement-breakpoint
ALTER TABLE "server_metric_rollups" ADD COLUMN "requests" bigint;--> statement-breakpoint
ALTER TABLE "server_metric_rollups" ADD COLUMN "client_errors" bigint;--> statement-breakpoint
ALTER TABLE "server_metric_rollups" ADD COLUMN "server_errors" bigint;--> statement-breakpoint
ALTER TABLE "server_metric_rollups" ADD COLUMN "page_views" bigint;--> statement-breakpoint
ALTER TABLE "server_metrics" ADD COLUMN "requests" bigint;--> statement-breakpoint
ALTER TABLE "server_metrics" ADD COLUMN "client_errors" bigint;--> statement-breakpoint
ALTER TABLE "server_metrics" ADD COLUMN "server_errors" bigint;--> statement-breakpoint
ALTER TABLE "server_metrics" ADD COLUMN "page_views" bigint;--> statement-breakpoint
ALTER TABLE "service_traffic" ADD COLUMN "requests" bigint;--> statement-breakpoint
ALTER TABLE "service_traffic" ADD COLUMN "client_errors" bigint;--> statement-breakpoint
ALTER TABLE "service_traffic" ADD COLUMN "server_errors" bigint;--> statement-breakpoint
ALTER TABLE "service_traffic" ADD COLUMN "page_views" bigint;