import type { WebFeature } from '#web/feature.ts'
import { CodeIcon, ExternalIcon } from '#web/ui/icons.tsx'
import { routes } from './routes.tsx'

export const projects = {
  routes: { shell: routes },
  places: [
    { to: '/projects', label: 'Projects', letter: 'p', Icon: CodeIcon, group: 'Web', order: 60, tile: 40 },
    { to: '/applications', label: 'Applications', Icon: ExternalIcon, order: 10, tile: 20 },
  ],
  live: { projects: ['project'] },
} as const satisfies WebFeature
