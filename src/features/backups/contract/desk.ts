import { z } from 'zod'
import { choice, pageInput } from '#shared/desk-list.ts'
import { instant, maybeInstant } from '#shared/schema.ts'
import { backupOutput } from './contract.ts'

export const listBackupsInput = pageInput.extend({ status: choice(['failed']) })

const { id, serviceId, backupType, origin, status, fileSize, reason, verifiedAt } = backupOutput.shape

/** A backup with its customer and service. */
export const adminBackupOutput = z.object({
  id,
  user: z.object({
    id: z.string(),
    email: z.string(),
    firstName: z.string().nullable(),
    lastName: z.string().nullable(),
  }),
  serviceId,
  plan: z.string(),
  domain: z.string().nullable(),
  backupType,
  origin,
  status,
  fileSize,
  reason,
  verifiedAt,
  createdAt: instant,
  /** When it completed or failed. */
  finishedAt: maybeInstant,
})
export type AdminBackup = z.output<typeof adminBackupOutput>
