import type { WebFeature } from '#web/feature.ts'
import { PlusIcon } from '#web/ui/icons.tsx'
import { deskRoutes } from './desk-routes.tsx'

/** What administrators have of it. */
export const statusDesk = {
  routes: { administrator: deskRoutes },
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
      },
    ],
  },
} as const satisfies WebFeature
