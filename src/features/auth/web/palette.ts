import type { PalettePart } from '#web/feature.ts'
import { SettingsIcon } from '#web/ui/icons.tsx'

export const authPalette = {
  actions: [
    {
      id: 'change-password',
      label: 'Change password',
      detail: 'Account Settings',
      Icon: SettingsIcon,
      to: '/account',
      dialog: 'password',
      order: 40,
    },
  ],
} as const satisfies PalettePart
