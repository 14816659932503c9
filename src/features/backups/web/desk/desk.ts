import type { WebFeature } from '#web/feature.ts'
import { deskRoutes } from './routes.tsx'

/** What administrators have of it. */
export const backupsDesk = {
  routes: { administrator: deskRoutes },
  deskTabs: [{ to: '/admin/backups', name: 'Backups', order: 80 }],
} as const satisfies WebFeature
