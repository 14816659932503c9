import { z } from 'zod'
import { uptimeBlock } from '#features/monitoring/contract/contract.ts'
import { backupTypes } from '#shared/backup-types.ts'
import { id, instant } from '#shared/schema.ts'

const eventKinds = ['start', 'stop', 'restart', 'crash', 'publish', 'backup', 'restore'] as const

export const timelineInput = z.object({
  id,
  /** The moment up to which events are wanted; now when it is absent. */
  until: z.iso.datetime('Use an ISO 8601 date and time.').optional(),
})

const timelineBackup = z.object({
  id: z.string(),
  fileName: z.string(),
  backupType: z.enum(backupTypes),
  createdAt: instant,
  /** Completed, so that it can be put back. */
  canRestore: z.boolean(),
  isVerified: z.boolean(),
})
export type TimelineBackup = z.output<typeof timelineBackup>

/** Something that happened to a site. */
export const timelineEvent = z.object({
  id: z.string(),
  kind: z.enum(eventKinds),
  at: instant,
  /** A sentence about it, where there is more to say. */
  detail: z.string().nullable(),
  backup: timelineBackup.nullable(),
})
export type TimelineEvent = z.output<typeof timelineEvent>

/**
 * What happened to a site after `from` and up to `to`, newest first: a week, or less where a week holds more events than one
 * answer. `earlier` is the `until` of what was before; null when that is before the service. `uptime` covers the last seven
 * days in even blocks, shorter ones for a younger site, and is empty for what is further back.
 */
export const timelineOutput = z.object({
  from: instant,
  to: instant,
  /** When the site was set up. */
  began: instant,
  earlier: instant.nullable(),
  events: z.array(timelineEvent),
  uptime: z.array(uptimeBlock),
})
export type Timeline = z.output<typeof timelineOutput>
