import type { WebFeature } from '#web/feature.ts'
import { PlusIcon } from '#web/ui/icons.tsx'
import { administratorRoutes, publicRoutes } from './routes.tsx'

export const status = {
  routes: { public: publicRoutes, administrator: administratorRoutes },
  deskTabs: [{ to: '/admin/status', name: 'Status', order: 90 }],
  palette: {
    actions: [
      {
        id: 'post-incident',
        label: 'Post an incident',
        detail: 'Status',
        Icon: PlusIcon,
        to: '/admin/status',
        dialog: 'post',
        order: 60,
        isForAdministrators: true,
      },
    ],
  },
  live: { status: ['incident'] },
} as const satisfies WebFeature
