import { z } from 'zod'
import { id } from '#shared/schema.ts'
import { serviceStatuses } from './contract.ts'
import { logKinds, logLines, longestLogSearch } from './log-search.ts'

export const statusOutput = z.object({ status: z.enum(serviceStatuses) })

export const settingsInput = z.object({ id, autoRestart: z.boolean('Choose on or off.') })
export const settingsOutput = z.object({ autoRestart: z.boolean() })

export const logInput = z.object({
  id,
  lines: z.coerce.number().int().min(1).max(logLines.most).default(logLines.usual),
  kind: z.enum(logKinds, 'Choose access or error.').optional(),
  q: z.string().max(longestLogSearch, `At most ${longestLogSearch} characters.`).optional(),
})
export type LogInput = z.output<typeof logInput>
export const logOutput = z.object({ lines: z.array(z.string()) })
