import type { PalettePart } from '#web/feature.ts'
import { LockIcon } from '#web/ui/icons.tsx'

export const keysPalette = {
  actions: [
    {
      id: 'create-api-key',
      label: 'Create an API key',
      detail: 'API Keys',
      words: 'new add token program script bearer',
      Icon: LockIcon,
      to: '/account/api-keys',
      dialog: 'create',
      order: 41,
    },
  ],
} as const satisfies PalettePart
