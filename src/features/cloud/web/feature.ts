import type { WebFeature } from '#web/feature.ts'
import { CloudIcon } from '#web/ui/icons.tsx'
import { routes } from './routes.tsx'

export const cloud = {
  routes: { shell: routes },
  places: [
    {
      to: '/cloud-management',
      label: 'Cloud',
      letter: 'c',
      Icon: CloudIcon,
      group: 'Services',
      order: 30,
    },
  ],
  live: { cloud: ['cloud'] },
} as const satisfies WebFeature
