import { z } from 'zod'
import { instant, maybeInstant } from '#shared/schema.ts'
import { day } from '#shared/time.ts'

/** What is deleted can be brought back for this long. */
export const trashMs = 7 * day

/** What becomes of files whose names are taken by others. */
export const conflictChoices = ['replace', 'keep-both'] as const
export type ConflictChoice = (typeof conflictChoices)[number]

/** Files and folders in the trash, those within deleted folders among them. */
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
