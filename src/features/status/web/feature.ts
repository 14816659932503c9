import type { WebFeature } from '#web/feature.ts'
import { administratorRoutes, publicRoutes } from './routes.tsx'

export const status = {
  routes: { public: publicRoutes, administrator: administratorRoutes },
  deskTabs: [{ to: '/admin/status', name: 'Status', order: 90 }],
  live: { status: ['incident'] },
} as const satisfies WebFeature
