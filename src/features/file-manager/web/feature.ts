import type { WebFeature } from '#web/feature.ts'
import { FolderIcon } from '#web/ui/icons.tsx'
import { lazyPart } from '#web/ui/lazy-part.tsx'
import { routes } from './routes.tsx'

export const fileManager = {
  routes,
  places: [
    {
      to: '/files',
      label: 'Files',
      letter: 'f',
      Icon: FolderIcon,
      group: 'Web',
      order: 40,
      tile: 80,
      bar: { order: 40 },
      members: ['viewer', 'developer'],
    },
  ],
  live: { files: ['file'] },
  SiteDrop: lazyPart(() => import('./site-drop/site-drop.tsx'), 'SiteDrop'),
} as const satisfies WebFeature
