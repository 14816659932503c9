import { useQuery } from '@tanstack/react-query'
import type { WebFeature } from '#web/feature.ts'
import { useTRPC } from '#web/trpc.ts'
import { ArchiveIcon } from '#web/ui/icons.tsx'
import { deskRoutes } from './routes.tsx'

function useCount() {
  const trpc = useTRPC()
  const count = useQuery(trpc.admin.health.queryOptions()).data?.failedBackups ?? 0
  return count > 0 ? { count, label: 'failed', isBad: true } : null
}

/** The administrator's pages of backups. */
export const backupsDesk = {
  routes: { administrator: deskRoutes },
  deskTabs: [
    { to: '/admin/backups', name: 'Backups', Icon: ArchiveIcon, group: 'Machine', order: 240, useCount },
  ],
} as const satisfies WebFeature
