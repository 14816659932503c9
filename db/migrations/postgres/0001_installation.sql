CREATE TABLE "installation" (
	"name" text COLLATE "C" PRIMARY KEY NOT NULL,
	"id" uuid NOT NULL,
	"key_check" text COLLATE "C",
	"created_at" timestamp (3) with time zone NOT NULL
);
