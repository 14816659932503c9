import type { WebFeature } from '#web/feature.ts'
import { deskRoutes } from './desk-routes.tsx'

/** What administrators have of it. */
export const trialsDesk = {
  routes: { administrator: deskRoutes },
  deskTabs: [
    {
      to: '/admin/trials',
      name: 'Temporary sites',
      order: 65,
      isShown: ({ hasTrials }) => hasTrials === true,
    },
  ],
} as const satisfies WebFeature
