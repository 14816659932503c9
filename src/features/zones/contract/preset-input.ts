import { z } from 'zod'
import { exactLine, id } from '#shared/schema.ts'
import { presets } from './presets/presets.ts'
import { maxTextBytes } from './values/txt.ts'
import { importOutput, previewedSerial } from './zone-file/zone-file.ts'

const ids = presets.map((preset) => preset.id)

/** `values` has the preset's input by field key. */
export const presetInput = z.object({
  id,
  preset: z.enum(ids, `Choose one of ${ids.join(', ')}.`),
  values: z.record(exactLine(40), exactLine(2 * maxTextBytes)).default({}),
  apply: z.boolean().default(false),
  serial: previewedSerial,
})

export const presetOutput = importOutput.omit({ refused: true })
export type PresetPlan = z.output<typeof presetOutput>
