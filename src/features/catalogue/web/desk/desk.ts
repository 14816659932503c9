import type { WebFeature } from '#web/feature.ts'
import { deskRoutes } from './routes.tsx'

/** What administrators have of it. */
export const catalogueDesk = {
  routes: { administrator: deskRoutes },
  deskTabs: [{ to: '/admin/catalogue', name: 'Catalogue', order: 50 }],
} as const satisfies WebFeature
