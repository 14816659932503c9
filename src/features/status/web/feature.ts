import type { WebFeature } from '#web/feature.ts'
import { publicRoutes } from './routes.tsx'

export const status = {
  routes: { public: publicRoutes },
  live: { status: ['incident'] },
} as const satisfies WebFeature
