import { z } from 'zod'
import { id } from '#shared/schema.ts'

/** Files and folders that are taken out of one archive. */
export const maxExtracted = 5_000

/** Files of one list of an undo. */
const maxUndone = 500

const extractChoices = ['replace', 'keep-both', 'skip'] as const
/** What becomes of files whose names are taken. */
export type ExtractChoice = (typeof extractChoices)[number]

export const extractInput = z.object({
  id,
  conflict: z.enum(extractChoices, 'Choose replace, keep-both or skip.').optional(),
  /** The one folder that a whole site lies in is left out, so that it stands where its archive is. */
  unwrap: z.boolean('Choose true or false.').default(false),
})
export type ExtractInput = z.output<typeof extractInput>

const undone = z.array(id).max(maxUndone, `At most ${maxUndone} at once.`)

export const undoExtractInput = z
  .object({ made: undone, replaced: undone })
  .refine(({ made, replaced }) => made.length + replaced.length > 0, 'Choose a file.')
export type UndoExtract = z.output<typeof undoExtractInput>

/** What was done. `undo` is the way back, null where it would name too many files. */
export const extractedOutput = z.object({
  files: z.number(),
  skipped: z.number(),
  undo: z.object({ made: z.array(z.string()), replaced: z.array(z.string()) }).nullable(),
})
export type Extracted = z.output<typeof extractedOutput>

/** Whether the way back is short enough to be asked for. */
export const canUndo = ({ made, replaced }: { made: string[]; replaced: string[] }): boolean =>
  made.length <= maxUndone && replaced.length <= maxUndone
