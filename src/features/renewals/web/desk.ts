import type { WebFeature } from '#web/feature.ts'
import { deskRoutes } from './desk/desk-routes.tsx'

/** What administrators have of it. */
export const renewalsDesk = {
  routes: { administrator: deskRoutes },
  deskTabs: [{ to: '/admin/renewals', name: 'Renewals', order: 27 }],
  live: { renewalsDesk: ['renewal', 'invoice', 'service'] },
} as const satisfies WebFeature
