import { z } from 'zod'
import { maybeInstant } from '#shared/schema.ts'

/** What the dashboard says of a service beside its row: room, and how its backups went. */
export const overviewOutput = z.object({
  id: z.string(),
  diskBytes: z.number(),
  diskQuotaBytes: z.number(),
  lastBackupAt: maybeInstant,
  /** The newest backup that ended is one that failed. */
  hasBackupFailed: z.boolean(),
  /** It is backed up by itself. */
  hasSchedule: z.boolean(),
})
export type Overview = z.output<typeof overviewOutput>
