DROP INDEX `jobs_queued`;--> statement-breakpoint
CREATE INDEX `jobs_queued` ON `jobs` (`kind`,`run_at`,`id`) WHERE status = 'queued';--> statement-breakpoint
INSERT INTO jobs (id, kind, payload, status, attempts, run_at, fence, created_at, updated_at)
SELECT id, 'mail.send', '{}', 'queued', attempts, next_attempt_at, 0, created_at, created_at
FROM mails WHERE status = 'queued';--> statement-breakpoint
DROP INDEX `mails_queued`;--> statement-breakpoint
CREATE INDEX `mails_queued` ON `mails` (`id`) WHERE status = 'queued';--> statement-breakpoint
ALTER TABLE `mails` DROP COLUMN `next_attempt_at`;