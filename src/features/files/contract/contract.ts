import { z } from 'zod'
import { instant, maybeInstant } from '#shared/schema.ts'
import { day } from '#shared/time.ts'

/** Time in which deleted files can be restored. */
export const trashMs = 7 * day

/** How to resolve an existing name. */
export const conflictChoices = ['replace', 'keep-both'] as const
export type ConflictChoice = (typeof conflictChoices)[number]

/** Files and folders in the trash, including the contents of deleted folders. */
export const trashTotalsOutput = z.object({ entries: z.number(), bytes: z.number() })

export const fileOutput = z.object({
  id: z.string(),
  fileName: z.string(),
  path: z.string(),
  filePath: z.string(),
  fileType: z.string(),
  fileSize: z.number(),
  isFolder: z.boolean(),
  uploadedAt: instant,
  updatedAt: instant,
  deletedAt: maybeInstant,
  serviceId: z.string(),
  service: z.object({ id: z.string(), plan: z.object({ name: z.string() }) }),
})
export type FileEntry = z.output<typeof fileOutput>
