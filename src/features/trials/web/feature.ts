import type { WebFeature } from '#web/feature.ts'
import { lazyPublicPage } from '#web/lib/lazy-page.ts'
import { administratorRoutes, publicRoutes, shellRoutes } from './routes.tsx'

export const trials = {
  routes: { public: publicRoutes, shell: shellRoutes, administrator: administratorRoutes },
  deskTabs: [
    {
      to: '/admin/trials',
      name: 'Temporary sites',
      order: 65,
      isShown: ({ hasTrials }) => hasTrials === true,
    },
  ],
  live: { trials: ['trial', 'order', 'service'] },
  LandingPanel: lazyPublicPage(() => import('./try-panel.tsx'), 'TryPanel'),
} as const satisfies WebFeature
