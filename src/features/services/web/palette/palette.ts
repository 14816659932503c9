import type { PalettePart } from '#web/feature.ts'
import { useServiceActions } from './use-service-actions.ts'
import { useServiceChoices } from './use-service-choices.ts'

export const servicesPalette = {
  lists: [
    { section: 'Services', order: 10, useChoices: useServiceChoices },
    { section: 'Service actions', order: 12, useChoices: useServiceActions, isOnSearch: true },
  ],
} as const satisfies PalettePart
