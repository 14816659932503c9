import type { WebFeature } from '#web/feature.ts'
import { ArchiveIcon, ClockIcon } from '#web/ui/icons.tsx'
import { routes } from './routes.tsx'

export const backups = {
  routes: { shell: routes },
  places: [
    {
      to: '/backups',
      label: 'Backups',
      letter: 'b',
      Icon: ArchiveIcon,
      group: 'Web',
      order: 50,
      bar: { order: 50 },
    },
  ],
  tiles: [
    { to: '/backups', name: 'Backups', text: 'Keep, restore and download', Icon: ArchiveIcon, order: 70 },
  ],
  palette: {
    actions: [
      {
        id: 'create-backup',
        label: 'Create a backup',
        detail: 'Backups',
        Icon: ArchiveIcon,
        to: '/backups',
        dialog: 'create',
        order: 10,
      },
      {
        id: 'schedule-backups',
        label: 'Schedule backups',
        detail: 'Backups',
        words: 'automatic daily weekly monthly',
        Icon: ClockIcon,
        to: '/backups',
        dialog: 'schedule',
        order: 15,
      },
    ],
  },
  live: { backups: ['backup'] },
} as const satisfies WebFeature
