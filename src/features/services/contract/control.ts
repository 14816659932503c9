import { z } from 'zod'
import { id } from '#shared/schema.ts'
import { serviceStatuses } from '../contract.ts'
import { logKinds } from './log-line.ts'

export const statusOutput = z.object({ status: z.enum(serviceStatuses) })

export const settingsInput = z.object({ id, autoRestart: z.boolean('Choose on or off.') })
export const settingsOutput = z.object({ autoRestart: z.boolean() })

/** Lines of a log that one call answers: as many as the screen shows, or as many as it may ask for. */
export const logLines = { usual: 200, most: 1_000 } as const

export const logInput = z.object({
  id,
  lines: z.coerce.number().int().min(1).max(logLines.most).default(logLines.usual),
  kind: z.enum(logKinds, 'Choose access or error.').optional(),
  q: z.string().max(200, 'At most 200 characters.').optional(),
})
export type LogInput = z.output<typeof logInput>
export const logOutput = z.object({ lines: z.array(z.string()) })
