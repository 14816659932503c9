import { z } from 'zod'
import { instant } from '#shared/schema.ts'

/** A backup that failed lately, with whose it is. */
export const failedBackupOutput = z.object({
  id: z.string(),
  user: z.object({ id: z.string(), email: z.string() }),
  serviceId: z.string(),
  plan: z.string(),
  domain: z.string().nullable(),
  backupType: z.string(),
  origin: z.enum(['manual', 'schedule', 'safety']),
  reason: z.string().nullable(),
  failedAt: instant,
})
export type FailedBackup = z.output<typeof failedBackupOutput>
