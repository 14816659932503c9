import type { WebFeature } from '#web/feature.ts'
import { DatabaseIcon } from '#web/ui/icons.tsx'
import { consoleRoutes } from './console/routes.tsx'
import { routes } from './routes.tsx'
import { useDatabaseChoices } from './use-database-choices.ts'

export const databases = {
  routes: { shell: [...routes, ...consoleRoutes] },
  places: [
    { to: '/databases', label: 'Databases', letter: 't', Icon: DatabaseIcon, group: 'Web', order: 30 },
  ],
  tiles: [
    { to: '/databases', name: 'Databases', text: 'Create, query and export', Icon: DatabaseIcon, order: 60 },
  ],
  palette: {
    lists: [{ section: 'Databases', order: 18, useChoices: useDatabaseChoices }],
    actions: [
      {
        id: 'create-database',
        label: 'Create a database',
        detail: 'Databases',
        words: 'new add mysql mariadb postgresql mongodb sql',
        Icon: DatabaseIcon,
        to: '/databases',
        dialog: 'create',
        order: 9.5,
      },
    ],
  },
  // A service that is suspended closes its databases, and one that is activated opens them.
  live: { databases: ['database', 'service'] },
} as const satisfies WebFeature
