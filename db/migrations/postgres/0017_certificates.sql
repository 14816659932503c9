CREATE TABLE "certificates" (
	"user_id" uuid NOT NULL,
	"domain_id" uuid NOT NULL,
	"status" text COLLATE "C" NOT NULL,
	"names" jsonb NOT NULL,
	"issuer" text COLLATE "C",
	"serial" text COLLATE "C",
	"chain" text COLLATE "C",
	"private_key" text COLLATE "C",
	"not_before" timestamp (3) with time zone,
	"not_after" timestamp (3) with time zone,
	"problem" text COLLATE "C",
	"failures" integer DEFAULT 0 NOT NULL,
	"due_at" timestamp (3) with time zone NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "certificates_pkey" PRIMARY KEY("user_id","domain_id")
);
--> statement-breakpoint
CREATE TABLE "certificate_authorities" (
	"name" text COLLATE "C" PRIMARY KEY NOT NULL,
	"certificate" text COLLATE "C" NOT NULL,
	"private_key" text COLLATE "C" NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "certificates" ADD CONSTRAINT "certificates_domain_fk" FOREIGN KEY ("user_id","domain_id") REFERENCES "public"."domains"("user_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "certificates_due" ON "certificates" USING btree ("due_at","domain_id");