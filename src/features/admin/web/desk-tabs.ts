import { useQuery } from '@tanstack/react-query'
import type { Health } from '#features/admin/contract.ts'
import type { DeskCount, DeskTab } from '#web/feature.ts'
import { useTRPC } from '#web/trpc.ts'

const counted = (find: (health: Health) => DeskCount) => () => {
  const trpc = useTRPC()
  const health = useQuery(trpc.admin.health.queryOptions()).data
  const found = health && find(health)
  return found && found.count > 0 ? found : null
}

const useJobs = counted(({ failedJobs: count }) => ({ count, label: 'failed', isBad: true }))
const useProblems = counted(({ problems }) => ({ count: problems.length, label: 'problems', isBad: true }))

export const deskTabs = [
  { to: '/admin', name: 'Overview', order: 10 },
  { to: '/admin/jobs', name: 'Jobs', order: 70, useCount: useJobs },
  { to: '/admin/audit', name: 'Audit', order: 100 },
  { to: '/admin/system', name: 'System', order: 110, useCount: useProblems },
] as const satisfies readonly DeskTab[]
