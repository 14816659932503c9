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
    {
      id: 'two-factor',
      label: 'Two-factor sign-in',
      detail: 'Account Settings',
      words: 'totp authenticator 2fa code',
      Icon: SettingsIcon,
      to: '/account',
      dialog: 'totp',
      order: 41,
    },
  ],
} as const satisfies PalettePart
