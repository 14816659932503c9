import type { WebFeature } from '#web/feature.ts'
import { deskRoutes } from './routes.tsx'

/** What administrators have of it. */
export const supportDesk = {
  routes: { administrator: deskRoutes },
  deskTabs: [{ to: '/admin/messages', name: 'Messages', order: 60 }],
} as const satisfies WebFeature
