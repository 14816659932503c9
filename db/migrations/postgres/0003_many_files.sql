CREATE TABLE "file_totals" (
	"user_id" uuid NOT NULL,
	"path" text COLLATE "C" NOT NULL,
	"service_id" uuid NOT NULL,
	"files" bigint DEFAULT 0 NOT NULL,
	"folders" bigint DEFAULT 0 NOT NULL,
	"bytes" bigint DEFAULT 0 NOT NULL,
	"images" bigint DEFAULT 0 NOT NULL,
	CONSTRAINT "file_totals_pkey" PRIMARY KEY("user_id","path","service_id")
);
--> statement-breakpoint
ALTER TABLE "file_totals" ADD CONSTRAINT "file_totals_service_fk" FOREIGN KEY ("user_id","service_id") REFERENCES "public"."user_services"("user_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "file_manager_by_name" ON "file_manager" USING btree ("service_id","path","is_folder",lower("file_name"),"id") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "file_manager_by_size" ON "file_manager" USING btree ("service_id","path","is_folder","file_size","id") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "file_manager_by_date" ON "file_manager" USING btree ("service_id","path","is_folder","uploaded_at","id") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "file_manager_trash_roots" ON "file_manager" USING btree ("user_id","deleted_at","id") WHERE deleted_at is not null and trashed_with is null;--> statement-breakpoint
CREATE INDEX "file_manager_expired_roots" ON "file_manager" USING btree ("deleted_at") WHERE deleted_at is not null and trashed_with is null;--> statement-breakpoint
CREATE INDEX "file_manager_trashed_with" ON "file_manager" USING btree ("user_id","trashed_with","id") WHERE trashed_with is not null;--> statement-breakpoint
INSERT INTO file_totals (user_id, path, service_id, files, folders, bytes, images)
SELECT user_id, path, service_id,
  sum(CASE WHEN is_folder THEN 0 ELSE 1 END), sum(CASE WHEN is_folder THEN 1 ELSE 0 END),
  sum(file_size), sum(CASE WHEN file_type LIKE 'image/%' THEN 1 ELSE 0 END)
FROM file_manager WHERE deleted_at IS NULL GROUP BY user_id, service_id, path;--> statement-breakpoint
INSERT INTO file_totals (user_id, path, service_id, files, folders, bytes, images)
SELECT user_id, '/', service_id,
  sum(CASE WHEN is_folder THEN 0 ELSE 1 END), sum(CASE WHEN is_folder THEN 1 ELSE 0 END),
  sum(file_size), sum(CASE WHEN file_type LIKE 'image/%' THEN 1 ELSE 0 END)
FROM file_manager WHERE deleted_at IS NULL GROUP BY user_id, service_id;
