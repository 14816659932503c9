import { z } from 'zod'
import { uptimeBlock } from '#features/monitoring/contract/contract.ts'
import { backupTypes } from '#shared/backup-types.ts'
import { id, instant } from '#shared/schema.ts'

const eventKinds = ['start', 'stop', 'restart', 'crash', 'publish', 'backup', 'restore'] as const

export const timelineInput = z.object({
  id,
  /** End of the period; now when absent. */
  until: z.iso.datetime('Use an ISO 8601 date and time.').optional(),
})

const timelineBackup = z.object({
  id: z.string(),
  fileName: z.string(),
  backupType: z.enum(backupTypes),
  createdAt: instant,
  /** Completed, so it can be restored. */
  canRestore: z.boolean(),
  isVerified: z.boolean(),
})
export type TimelineBackup = z.output<typeof timelineBackup>

/** An event of a site. */
export const timelineEvent = z.object({
  id: z.string(),
  kind: z.enum(eventKinds),
  at: instant,
  /** An optional sentence with details. */
  detail: z.string().nullable(),
  backup: timelineBackup.nullable(),
})
export type TimelineEvent = z.output<typeof timelineEvent>

/**
 * Events of a site after `from` and up to `to`, newest first: a week, or less where a week exceeds one answer. `earlier` is the
 * `until` of the previous page; null when that is before the service. `uptime` covers the last seven days in even blocks, shorter
 * ones for a younger site, and is empty for earlier periods.
 */
export const timelineOutput = z.object({
  from: instant,
  to: instant,
  /** The time when the site was set up. */
  began: instant,
  earlier: instant.nullable(),
  events: z.array(timelineEvent),
  uptime: z.array(uptimeBlock),
})
export type Timeline = z.output<typeof timelineOutput>
