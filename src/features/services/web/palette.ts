import type { PalettePart } from '#web/feature.ts'
import { useServiceChoices } from './use-service-choices.ts'

export const servicesPalette = {
  lists: [{ section: 'Services', order: 10, useChoices: useServiceChoices }],
} as const satisfies PalettePart
