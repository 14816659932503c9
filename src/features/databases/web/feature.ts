import type { WebFeature } from '#web/feature.ts'
import { DatabaseIcon } from '#web/ui/icons.tsx'
import { routes } from './routes.tsx'

export const databases = {
  routes,
  places: [
    {
      to: '/databases',
      label: 'Databases',
      letter: 's',
      Icon: DatabaseIcon,
      group: 'Web',
      order: 30,
      tile: 60,
      members: ['viewer', 'developer'],
    },
  ],
  // Suspending a service closes its databases, activating it opens them.
  live: { databases: ['database', 'service'] },
} as const satisfies WebFeature
