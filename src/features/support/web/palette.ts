import type { PalettePart } from '#web/feature.ts'
import { MailIcon } from '#web/ui/icons.tsx'

export const supportPalette = {
  actions: [
    {
      id: 'contact-support',
      label: 'Contact support',
      words: 'help message question',
      Icon: MailIcon,
      to: '/contact',
      order: 50,
    },
  ],
} as const satisfies PalettePart
