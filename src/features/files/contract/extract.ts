import { z } from 'zod'
import { id } from '#shared/schema.ts'

/** Limit of files and folders in one archive. */
export const maxExtracted = 5_000

/** Limit of files in one list of an undo. */
const maxUndone = 500

const extractChoices = ['replace', 'keep-both', 'skip'] as const
/** How to resolve existing names. */
export type ExtractChoice = (typeof extractChoices)[number]

export const extractInput = z.object({
  id,
  conflict: z.enum(extractChoices, 'Choose replace, keep-both or skip.').optional(),
  /** Leaves out a single folder around the whole site, so that the site is extracted beside its archive. */
  unwrap: z.boolean('Choose true or false.').default(false),
})
export type ExtractInput = z.output<typeof extractInput>

const undone = z.array(id).max(maxUndone, `At most ${maxUndone} at once.`)

export const undoExtractInput = z
  .object({ made: undone, replaced: undone })
  .refine(({ made, replaced }) => made.length + replaced.length > 0, 'Choose a file.')
export type UndoExtract = z.output<typeof undoExtractInput>

/** The result. `undo` is the input that reverts it, null when that would list too many files. */
export const extractedOutput = z.object({
  files: z.number(),
  skipped: z.number(),
  undo: z.object({ made: z.array(z.string()), replaced: z.array(z.string()) }).nullable(),
})
export type Extracted = z.output<typeof extractedOutput>

/** Whether the undo is within the limit. */
export const canUndo = ({ made, replaced }: { made: string[]; replaced: string[] }): boolean =>
  made.length <= maxUndone && replaced.length <= maxUndone
