import { z } from 'zod'
import { passwordMaxLength } from '#features/auth/contract/texts.ts'
import { maybeInstant } from '#shared/schema.ts'

/** How long the archive of an export waits for its download. */
export const keptExportDays = 7

const exportStatuses = ['none', 'pending', 'ready', 'fetching', 'fetched', 'expired', 'failed'] as const

/** The newest export of the caller. */
export const exportOutput = z.object({
  status: z.enum(exportStatuses),
  id: z.string().nullable(),
  requestedAt: maybeInstant,
  finishedAt: maybeInstant,
  /** Until when it can be downloaded; only while it can be. */
  expiresAt: maybeInstant,
  fileSize: z.number(),
  /** How many things could not be put in; `manifest.json` in the archive names them. */
  missing: z.number(),
  reason: z.string().nullable(),
  /** When the next export can be asked for; null when it can be now. */
  nextAt: maybeInstant,
})
export type ExportState = z.output<typeof exportOutput>

/** How long the deletion of an account can be taken back. */
export const graceDays = 14
/** The customer is reminded this long before the end. */
export const reminderDays = 1

export const deleteInput = z.object({
  password: z.string('Enter your password.').min(1, 'Enter your password.').max(passwordMaxLength),
})

/** Whether the account of the caller is to be deleted, and when. */
export const deletionOutput = z.object({
  status: z.enum(['none', 'waiting']),
  requestedAt: maybeInstant,
  endsAt: maybeInstant,
})
