import type { WebFeature } from '#web/feature.ts'
import { ArchiveIcon } from '#web/ui/icons.tsx'
import { deskRoutes } from './routes.tsx'

/** What administrators have of it. */
export const backupsDesk = {
  routes: { administrator: deskRoutes },
  deskTabs: [{ to: '/admin/backups', name: 'Backups', Icon: ArchiveIcon, group: 'Machine', order: 240 }],
} as const satisfies WebFeature
