import type { PalettePart } from '#web/feature.ts'
import { BellIcon } from '#web/ui/icons.tsx'

export const webhooksPalette = {
  actions: [
    {
      id: 'webhook-create',
      label: 'Create a webhook',
      detail: 'Webhooks',
      words: 'notifications http post integration',
      Icon: BellIcon,
      to: '/account/webhooks',
      dialog: 'create',
      order: 42,
    },
  ],
} as const satisfies PalettePart
