import type { WebFeature } from '#web/feature.ts'
import { administratorRoutes, publicRoutes, shellRoutes } from './routes.tsx'
import { TryPanel } from './try-panel.tsx'

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
  LandingPanel: TryPanel,
} as const satisfies WebFeature
