import type { PalettePart } from '#web/feature.ts'
import { CloudIcon } from '#web/ui/icons.tsx'

export const cloudPalette = {
  actions: [
    {
      id: 'connect-cloud',
      label: 'Connect a cloud account',
      detail: 'Cloud',
      Icon: CloudIcon,
      to: '/cloud-management',
      dialog: 'connect',
      order: 30,
    },
  ],
} as const satisfies PalettePart
