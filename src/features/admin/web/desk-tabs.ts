import { useQuery } from '@tanstack/react-query'
import type { DeskCount, DeskTab } from '#web/feature.ts'
import { useTRPC } from '#web/trpc.ts'
import type { Health } from './rows.ts'

const counted = (find: (health: Health) => DeskCount) => () => {
  const trpc = useTRPC()
  const health = useQuery(trpc.admin.health.queryOptions()).data
  const found = health && find(health)
  return found && found.count > 0 ? found : null
}

const useOrders = counted(({ pendingOrders: count }) => ({ count, label: 'waiting' }))
const useJobs = counted(({ failedJobs: count }) => ({ count, label: 'failed', isBad: true }))
const useProblems = counted(({ problems }) => ({ count: problems.length, label: 'problems', isBad: true }))

export const deskTabs = [
  { to: '/admin', name: 'Overview', order: 10 },
  { to: '/admin/orders', name: 'Orders', order: 20, useCount: useOrders },
  { to: '/admin/services', name: 'Services', order: 30 },
  { to: '/admin/domains', name: 'Domains', order: 33 },
  { to: '/admin/zones', name: 'Zones', order: 36 },
  { to: '/admin/customers', name: 'Customers', order: 40 },
  { to: '/admin/catalogue', name: 'Catalogue', order: 50 },
  { to: '/admin/messages', name: 'Messages', order: 60 },
  { to: '/admin/jobs', name: 'Jobs', order: 70, useCount: useJobs },
  { to: '/admin/backups', name: 'Backups', order: 80 },
  { to: '/admin/audit', name: 'Audit', order: 100 },
  { to: '/admin/system', name: 'System', order: 110, useCount: useProblems },
] as const satisfies readonly DeskTab[]
