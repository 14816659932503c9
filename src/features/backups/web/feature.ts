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
      tile: 70,
      bar: { order: 50 },
      members: ['viewer', 'developer'],
    },
  ],
  live: { backups: ['backup'] },
} as const satisfies WebFeature
