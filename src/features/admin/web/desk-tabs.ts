import { useQuery } from '@tanstack/react-query'
import type { Health } from '#features/admin/contract.ts'
import type { DeskCount, DeskTab } from '#web/feature.ts'
import { useTRPC } from '#web/trpc.ts'
import { drawIcon, SettingsIcon } from '#web/ui/icons.tsx'

const counted = (find: (health: Health) => DeskCount) => () => {
  const trpc = useTRPC()
  const health = useQuery(trpc.admin.health.queryOptions()).data
  const found = health && find(health)
  return found && found.count > 0 ? found : null
}

const useJobs = counted(({ failedJobs: count }) => ({ count, label: 'failed', isBad: true }))
const useProblems = counted(({ problems }) => ({ count: problems.length, label: 'problems', isBad: true }))

const TilesIcon = drawIcon('M4 4h7v9H4zM13 4h7v5h-7zM13 11h7v9h-7zM4 15h7v5H4z')
const ListIcon = drawIcon('M4 6l1.5 1.5L8 5M4 12l1.5 1.5L8 11M4 18l1.5 1.5L8 17M11 6.5h9M11 12.5h9M11 18.5h9')
const LogIcon = drawIcon('M5 4h14v16H5zM9 4v16M12 8.5h4M12 12.5h4')

export const deskTabs = [
  { to: '/admin', name: 'Overview', Icon: TilesIcon, group: 'Work', order: 30, bar: 40 },
  { to: '/admin/jobs', name: 'Jobs', Icon: ListIcon, group: 'Machine', order: 230, useCount: useJobs },
  { to: '/admin/audit', name: 'Audit', Icon: LogIcon, group: 'Machine', order: 260 },
  {
    to: '/admin/system',
    name: 'System',
    Icon: SettingsIcon,
    group: 'Machine',
    order: 270,
    useCount: useProblems,
  },
] as const satisfies readonly DeskTab[]
