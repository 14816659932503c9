import { Link, Outlet } from '@tanstack/react-router'
import { trpc } from '#web/trpc.ts'

const tabs = [
  { to: '/admin', name: 'Orders' },
  { to: '/admin/services', name: 'Services' },
  { to: '/admin/customers', name: 'Customers' },
  { to: '/admin/catalogue', name: 'Catalogue' },
  { to: '/admin/messages', name: 'Messages' },
  { to: '/admin/jobs', name: 'Jobs' },
  { to: '/admin/audit', name: 'Audit' },
  { to: '/admin/system', name: 'System' },
] as const

type Tab = (typeof tabs)[number]['name']
type Count = { count: number; label: string; isBad?: boolean }

/** What waits behind each tab, so that nobody has to look. */
function useCounts(): Partial<Record<Tab, Count>> {
  const health = trpc.admin.health.useQuery().data
  if (!health) return {}
  const counts: Partial<Record<Tab, Count>> = {}
  if (health.pendingOrders > 0) counts.Orders = { count: health.pendingOrders, label: 'waiting' }
  if (health.failedJobs > 0) counts.Jobs = { count: health.failedJobs, label: 'failed', isBad: true }
  if (health.problems.length > 0)
    counts.System = { count: health.problems.length, label: 'problems', isBad: true }
  return counts
}

/** The administrator's desk: one page per concern, kept up to date by events. */
export function AdminLayout() {
  const counts = useCounts()
  return (
    <div className="desk">
      <h1>Administration</h1>
      <nav aria-label="Administration" className="tabs desk-tabs">
        {tabs.map(({ to, name }) => (
          <Link key={to} to={to} activeOptions={{ exact: true, includeSearch: false }} className="tab">
            {name}
            <TabCount count={counts[name]} />
          </Link>
        ))}
      </nav>
      <Outlet />
    </div>
  )
}

function TabCount({ count }: { count: Count | undefined }) {
  if (!count) return null
  return (
    <span className="count" data-bad={count.isBad || undefined}>
      {count.count}
      <span className="visually-hidden"> {count.label}</span>
    </span>
  )
}
