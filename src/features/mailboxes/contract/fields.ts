import { z } from 'zod'
import { lines } from '#shared/schema.ts'
import { isSeen } from '#shared/shown-text.ts'

/** Characters of a message that is written on the screen. */
const maxTextLength = 200_000

export const requiredText = lines(maxTextLength).pipe(z.string().refine(isSeen, 'Write something first.'))
