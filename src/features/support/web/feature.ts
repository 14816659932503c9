import type { WebFeature } from '#web/feature.ts'
import { routes } from './routes.tsx'

export const support = {
  routes: { public: routes },
} as const satisfies WebFeature
