import { createRoute } from '@tanstack/react-router'
import { administratorArea } from '#web/areas.tsx'
import { filteredInput, readListSearch } from '#web/desk/list-search.ts'
import { prefetchCounts } from '#web/desk/prefetch-counts.ts'
import { lazyPage } from '#web/lib/navigation/lazy-page.ts'
import { given } from '#web/lib/search-values.ts'
import { auditFilters, auditInput } from './audit/audit-filters.ts'
import { jobFilters } from './job-filters.ts'
import { readSystemSearch } from './system/system-search.ts'

const admin = createRoute({
  getParentRoute: () => administratorArea,
  path: '/admin',
  staticData: { title: 'Admin Panel' },
  loader: ({ context }) => prefetchCounts(context),
})

const overview = createRoute({
  getParentRoute: () => admin,
  path: '/',
  staticData: { title: 'Overview' },
  loader: ({ context: { queryClient, trpc } }) =>
    queryClient.prefetchQuery(trpc.admin.overview.queryOptions()),
  component: lazyPage(() => import('./overview-page.tsx'), 'AdminOverviewPage'),
})

const jobs = createRoute({
  getParentRoute: () => admin,
  path: '/jobs',
  staticData: { title: 'Jobs' },
  validateSearch: readListSearch(jobFilters),
  loaderDeps: ({ search }) => search,
  loader: ({ context: { queryClient, trpc }, deps }) =>
    queryClient.prefetchQuery(trpc.admin.jobs.list.queryOptions(filteredInput(jobFilters, deps))),
  component: lazyPage(() => import('./jobs-page.tsx'), 'AdminJobsPage'),
})

const audit = createRoute({
  getParentRoute: () => admin,
  path: '/audit',
  staticData: { title: 'Audit' },
  validateSearch: readListSearch(auditFilters),
  loaderDeps: ({ search }) => search,
  loader: ({ context: { queryClient, trpc }, deps }) =>
    queryClient.prefetchQuery(trpc.admin.audit.queryOptions(auditInput(deps))),
  component: lazyPage(() => import('./audit/audit-page.tsx'), 'AdminAuditPage'),
})

const system = createRoute({
  getParentRoute: () => admin,
  path: '/system',
  staticData: { title: 'System' },
  validateSearch: readSystemSearch,
  loaderDeps: ({ search: { tab, cursor } }) => ({ tab, cursor }),
  loader: async ({ context: { queryClient, trpc }, deps: { tab, cursor } }) => {
    if (tab === 'mails') await queryClient.prefetchQuery(trpc.admin.mails.queryOptions(given({ cursor })))
    else if (tab === 'settings') await queryClient.prefetchQuery(trpc.admin.settings.queryOptions())
    else await queryClient.prefetchQuery(trpc.admin.drivers.queryOptions())
  },
  component: lazyPage(() => import('./system/system-page.tsx'), 'AdminSystemPage'),
})

export const routes = [admin.addChildren([overview, jobs, audit, system])] as const
