import type { WebFeature } from '#web/feature.ts'
import { deskRoutes } from './routes.tsx'

/** What administrators have of it. */
export const domainsDesk = {
  routes: { administrator: deskRoutes },
  deskTabs: [{ to: '/admin/domains', name: 'Domains', order: 33 }],
} as const satisfies WebFeature
