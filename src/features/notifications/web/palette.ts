import type { PalettePart } from '#web/feature.ts'
import { BellIcon } from '#web/ui/icons.tsx'

export const notificationsPalette = {
  actions: [
    {
      id: 'notification-preferences',
      label: 'Choose notifications',
      detail: 'Account Settings',
      words: 'mail email webhook alerts preferences',
      Icon: BellIcon,
      to: '/account/notifications',
      order: 41,
    },
  ],
} as const satisfies PalettePart
