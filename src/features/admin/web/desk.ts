import type { WebFeature } from '#web/feature.ts'
import { ShieldIcon } from '#web/ui/icons.tsx'
import { deskTabs } from './desk-tabs.ts'
import { routes } from './routes.tsx'

/** Its own desk, which others add tabs to. */
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
  live: { admin: ['order', 'service', 'domain', 'job', 'contact'] },
} as const satisfies WebFeature
