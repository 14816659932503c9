import type { PalettePart } from '#web/feature.ts'
import { PlusIcon } from '#web/ui/icons.tsx'

export const statusPalette = {
  actions: [
    {
      id: 'post-incident',
      label: 'Post an incident',
      detail: 'Status',
      Icon: PlusIcon,
      to: '/admin/status',
      dialog: 'post',
      order: 60,
      isForAdministrators: true,
    },
  ],
} as const satisfies PalettePart
