import { z } from 'zod'
import { maybeInstant } from '#shared/schema.ts'

/** Dashboard facts about a service beside its row: disk usage, backups and certificate. */
export const overviewOutput = z.object({
  id: z.string(),
  diskBytes: z.number(),
  diskQuotaBytes: z.number(),
  lastBackupAt: maybeInstant,
  /** The newest finished backup has failed. */
  hasBackupFailed: z.boolean(),
  /** Automatic backups are on. */
  hasSchedule: z.boolean(),
  /** The certificate of its displayed domain; null while SSL is off. */
  certificate: z
    .object({
      status: z.enum(['pending', 'issued', 'failed']),
      notAfter: maybeInstant,
      /** Browsers trust its authority. */
      isTrusted: z.boolean(),
    })
    .nullable(),
  /** A certificate of any of its domains that could not be issued, or renewed if there is a `notAfter`. */
  failedCertificate: z.object({ notAfter: maybeInstant }).nullable(),
})
export type Overview = z.output<typeof overviewOutput>
