import type { WebFeature } from '#web/feature.ts'
import { ArchiveIcon } from '#web/ui/icons.tsx'
import { routes } from './routes.tsx'

export const backups = {
  routes,
  places: [
    {
      to: '/backups',
      label: 'Backups',
      letter: 'b',
      Icon: ArchiveIcon,
      group: 'Web',
      order: 50,
      bar: { order: 50 },
      members: ['viewer', 'developer'],
    },
  ],
  tiles: [
    { to: '/backups', name: 'Backups', text: 'Keep, restore and download', Icon: ArchiveIcon, order: 70 },
  ],
  live: { backups: ['backup'] },
} as const satisfies WebFeature
