CREATE TABLE "service_traffic" (
	"user_id" uuid NOT NULL,
	"service_id" uuid NOT NULL,
	"day" text COLLATE "C" NOT NULL,
	"bytes_in" bigint DEFAULT 0 NOT NULL,
	"bytes_out" bigint DEFAULT 0 NOT NULL,
	CONSTRAINT "service_traffic_pkey" PRIMARY KEY("user_id","service_id","day")
);
--> statement-breakpoint
ALTER TABLE "service_traffic" ADD CONSTRAINT "service_traffic_service_fk" FOREIGN KEY ("user_id","service_id") REFERENCES "public"."user_services"("user_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "service_traffic_day" ON "service_traffic" USING btree ("day");