import type { PalettePart } from '#web/feature.ts'
import { CardIcon } from '#web/ui/icons.tsx'

export const billingPalette = {
  actions: [
    {
      id: 'billing-details',
      label: 'Edit billing details',
      detail: 'Billing',
      words: 'gst gstin invoice address state company',
      Icon: CardIcon,
      to: '/profile/billing',
      dialog: 'details',
      order: 30,
    },
  ],
} as const satisfies PalettePart
