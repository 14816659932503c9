import type { WebFeature } from '#web/feature.ts'
import { MailIcon } from '#web/ui/icons.tsx'
import { deskRoutes } from './routes.tsx'

/** The part for administrators. */
export const supportDesk = {
  routes: { administrator: deskRoutes },
  deskTabs: [{ to: '/admin/messages', name: 'Messages', Icon: MailIcon, group: 'Work', order: 20, bar: 20 }],
} as const satisfies WebFeature
