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
  palette: {
    actions: [
      {
        id: 'connect-cloud',
        label: 'Connect a cloud account',
        detail: 'Cloud',
        Icon: CloudIcon,
        to: '/cloud-management',
        dialog: 'connect',
        order: 30,
      },
    ],
  },
  live: { cloud: ['cloud'] },
} as const satisfies WebFeature
