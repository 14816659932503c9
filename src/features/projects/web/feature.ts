import type { WebFeature } from '#web/feature.ts'
import { CodeIcon, ExternalIcon } from '#web/ui/icons.tsx'
import { routes } from './routes.tsx'

export const projects = {
  routes: { shell: routes },
  places: [
    { to: '/projects', label: 'Projects', letter: 'p', Icon: CodeIcon, group: 'Web', order: 60 },
    { to: '/applications', label: 'Applications', Icon: CodeIcon, order: 10 },
  ],
  tiles: [
    {
      to: '/applications',
      name: 'Applications',
      text: 'Published projects',
      Icon: ExternalIcon,
      order: 20,
    },
    { to: '/projects', name: 'Projects', text: 'Write and preview code', Icon: CodeIcon, order: 40 },
  ],
  live: { projects: ['project'] },
} as const satisfies WebFeature
