import { z } from 'zod'
import { passwordMaxLength } from '#features/auth/contract/texts.ts'
import { maybeInstant } from '#shared/schema.ts'

/** How long an export archive can be downloaded. */
export const exportDays = 7

const exportStatuses = ['none', 'pending', 'ready', 'fetching', 'fetched', 'expired', 'failed'] as const

/** The caller's newest export. */
export const exportOutput = z.object({
  status: z.enum(exportStatuses),
  id: z.string().nullable(),
  requestedAt: maybeInstant,
  finishedAt: maybeInstant,
  /** Download deadline; null unless the archive can be downloaded. */
  expiresAt: maybeInstant,
  fileSize: z.number(),
  /** Number of items that could not be included; `manifest.json` in the archive lists them. */
  missing: z.number(),
  reason: z.string().nullable(),
  /** When the next export can be requested; null when it can be now. */
  nextAt: maybeInstant,
})
export type ExportState = z.output<typeof exportOutput>

/** How long an account deletion can be cancelled. */
export const graceDays = 14
/** The customer is reminded this long before the deletion. */
export const reminderDays = 1

export const deleteInput = z.object({
  password: z.string('Enter your password.').min(1, 'Enter your password.').max(passwordMaxLength),
})

/** Whether the caller's account is scheduled for deletion, and when. */
export const deletionOutput = z.object({
  status: z.enum(['none', 'waiting']),
  requestedAt: maybeInstant,
  endsAt: maybeInstant,
})
