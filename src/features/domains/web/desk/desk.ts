import type { WebFeature } from '#web/feature.ts'
import { GlobeIcon } from '#web/ui/icons.tsx'
import { deskRoutes } from './routes.tsx'

/** The administrator pages of domains. */
export const domainsDesk = {
  routes: { administrator: deskRoutes },
  deskTabs: [{ to: '/admin/domains', name: 'Domains', Icon: GlobeIcon, group: 'Machine', order: 210 }],
} as const satisfies WebFeature
