import type { WebFeature } from '#web/feature.ts'
import { ClockIcon } from '#web/ui/icons.tsx'
import { deskRoutes } from './routes.tsx'

/** Pages and tabs for administrators. */
export const trialsDesk = {
  routes: { administrator: deskRoutes },
  deskTabs: [
    {
      to: '/admin/trials',
      name: 'Temporary sites',
      Icon: ClockIcon,
      group: 'Work',
      order: 40,
      isShown: ({ hasTrials }) => hasTrials === true,
    },
  ],
} as const satisfies WebFeature
