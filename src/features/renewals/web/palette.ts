import type { PalettePart } from '#web/feature.ts'
import { CardIcon } from '#web/ui/icons.tsx'

export const renewalsPalette = {
  actions: [
    {
      id: 'renewals',
      label: 'Renewals and refunds',
      detail: 'Admin Panel',
      words: 'overdue suspend unpaid due refund term',
      Icon: CardIcon,
      to: '/admin/renewals',
      isForAdministrators: true,
      order: 66,
    },
  ],
} as const satisfies PalettePart
