import { useDeskNavigation } from '#web/desk/desk-navigation.tsx'
import { prefetchCounts } from '#web/desk/prefetch-counts.ts'
import type { WebFeature } from '#web/feature.ts'
import { ShieldIcon } from '#web/ui/icons.tsx'
import { lazyPart } from '#web/ui/lazy-part.tsx'
import { deskTabs } from './desk-tabs.ts'
import { routes } from './routes.tsx'

const DeskNotice = lazyPart(() => import('./desk-notice.tsx'), 'DeskNotice')

/** Its own desk, to which other features add tabs. */
export const adminDesk = {
  routes: { administrator: routes },
  places: [
    {
      to: '/admin',
      label: 'Admin Panel',
      letter: 'a',
      Icon: ShieldIcon,
      group: 'Account',
      order: 40,
    },
  ],
  deskTabs,
  ownNavigation: useDeskNavigation,
  deskNotice: {
    Notice: DeskNotice,
    load: (context) => Promise.all([DeskNotice.preload(), prefetchCounts(context)]),
  },
  live: { admin: ['order', 'service', 'domain', 'job', 'contact'] },
} as const satisfies WebFeature
