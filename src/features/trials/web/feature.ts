import type { WebFeature } from '#web/feature.ts'
import { lazyPublicPage } from '#web/lib/navigation/lazy-page.ts'
import { publicRoutes, shellRoutes } from './routes.tsx'

export const trials = {
  routes: { public: publicRoutes, shell: shellRoutes },
  live: { trials: ['trial', 'order', 'service'] },
  LandingPanel: lazyPublicPage(() => import('./try-panel.tsx'), 'TryPanel'),
} as const satisfies WebFeature
