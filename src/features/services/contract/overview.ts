import { z } from 'zod'
import { maybeInstant } from '#shared/schema.ts'

/** What the dashboard says of a service beside its row: room, how its backups went, and its certificate. */
export const overviewOutput = z.object({
  id: z.string(),
  diskBytes: z.number(),
  diskQuotaBytes: z.number(),
  lastBackupAt: maybeInstant,
  /** The newest backup that ended is one that failed. */
  hasBackupFailed: z.boolean(),
  /** It is backed up automatically. */
  hasSchedule: z.boolean(),
  /** The certificate of the domain that is shown for it; null while SSL is off. */
  certificate: z
    .object({
      status: z.enum(['pending', 'issued', 'failed']),
      notAfter: maybeInstant,
      /** Browsers know its authority. */
      isTrusted: z.boolean(),
    })
    .nullable(),
  /** Of all its domains: a certificate that could not be issued, or not renewed if there is a `notAfter`. */
  failedCertificate: z.object({ notAfter: maybeInstant }).nullable(),
})
export type Overview = z.output<typeof overviewOutput>
