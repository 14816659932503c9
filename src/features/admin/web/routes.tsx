import { createRoute } from '@tanstack/react-router'
import { administratorArea } from '#web/areas.tsx'
import { lazyPage } from '#web/lib/lazy-page.ts'
import {
  domainsInput,
  jobsInput,
  ordersInput,
  pageInput,
  readListSearch,
  servicesInput,
  usersInput,
} from './list-search.ts'

const admin = createRoute({
  getParentRoute: () => administratorArea,
  path: '/admin',
  staticData: { title: 'Admin Panel' },
  loader: ({ context: { queryClient, trpc } }) => queryClient.prefetchQuery(trpc.admin.health.queryOptions()),
})

const overview = createRoute({
  getParentRoute: () => admin,
  path: '/',
  staticData: { title: 'Overview' },
  loader: ({ context: { queryClient, trpc } }) =>
    queryClient.prefetchQuery(trpc.admin.overview.queryOptions()),
  component: lazyPage(() => import('./overview-page.tsx'), 'AdminOverviewPage'),
})

const orders = createRoute({
  getParentRoute: () => admin,
  path: '/orders',
  staticData: { title: 'Orders' },
  validateSearch: readListSearch,
  loaderDeps: ({ search }) => search,
  loader: ({ context: { queryClient, trpc }, deps }) =>
    Promise.all([
      queryClient.prefetchQuery(trpc.ordersDesk.list.queryOptions(ordersInput(deps))),
      deps.selected
        ? queryClient.prefetchQuery(trpc.ordersDesk.get.queryOptions({ id: deps.selected }))
        : null,
    ]),
  component: lazyPage(() => import('./orders-page.tsx'), 'AdminOrdersPage'),
})

const services = createRoute({
  getParentRoute: () => admin,
  path: '/services',
  staticData: { title: 'Services' },
  validateSearch: readListSearch,
  loaderDeps: ({ search }) => search,
  loader: ({ context: { queryClient, trpc }, deps }) =>
    queryClient.prefetchQuery(trpc.admin.services.list.queryOptions(servicesInput(deps))),
  component: lazyPage(() => import('./services-page.tsx'), 'AdminServicesPage'),
})

const domains = createRoute({
  getParentRoute: () => admin,
  path: '/domains',
  staticData: { title: 'Domains' },
  validateSearch: readListSearch,
  loaderDeps: ({ search }) => search,
  loader: ({ context: { queryClient, trpc }, deps }) =>
    queryClient.prefetchQuery(trpc.admin.domains.list.queryOptions(domainsInput(deps))),
  component: lazyPage(() => import('./domains-page.tsx'), 'AdminDomainsPage'),
})

const zones = createRoute({
  getParentRoute: () => admin,
  path: '/zones',
  staticData: { title: 'Zones' },
  validateSearch: readListSearch,
  loaderDeps: ({ search }) => search,
  loader: ({ context: { queryClient, trpc }, deps }) =>
    queryClient.prefetchQuery(trpc.admin.zones.list.queryOptions(domainsInput(deps))),
  component: lazyPage(() => import('./zones-page.tsx'), 'AdminZonesPage'),
})

const customers = createRoute({
  getParentRoute: () => admin,
  path: '/customers',
  staticData: { title: 'Customers' },
  validateSearch: readListSearch,
  loaderDeps: ({ search }) => search,
  loader: ({ context: { queryClient, trpc }, deps }) =>
    Promise.all([
      queryClient.prefetchQuery(trpc.admin.users.list.queryOptions(usersInput(deps))),
      deps.selected
        ? queryClient.prefetchQuery(trpc.admin.users.get.queryOptions({ id: deps.selected }))
        : null,
    ]),
  component: lazyPage(() => import('./customers-page.tsx'), 'AdminCustomersPage'),
})

const catalogue = createRoute({
  getParentRoute: () => admin,
  path: '/catalogue',
  staticData: { title: 'Catalogue' },
  loader: ({ context: { queryClient, trpc } }) =>
    Promise.all([
      queryClient.prefetchQuery(trpc.admin.categories.list.queryOptions()),
      queryClient.prefetchQuery(trpc.admin.plans.list.queryOptions()),
    ]),
  component: lazyPage(() => import('./catalogue-page.tsx'), 'AdminCataloguePage'),
})

const messages = createRoute({
  getParentRoute: () => admin,
  path: '/messages',
  staticData: { title: 'Messages' },
  validateSearch: readListSearch,
  loaderDeps: ({ search }) => search,
  loader: ({ context: { queryClient, trpc }, deps }) =>
    queryClient.prefetchQuery(trpc.admin.contactMessages.queryOptions(pageInput(deps))),
  component: lazyPage(() => import('./messages-page.tsx'), 'AdminMessagesPage'),
})

const jobs = createRoute({
  getParentRoute: () => admin,
  path: '/jobs',
  staticData: { title: 'Jobs' },
  validateSearch: readListSearch,
  loaderDeps: ({ search }) => search,
  loader: ({ context: { queryClient, trpc }, deps }) =>
    queryClient.prefetchQuery(trpc.admin.jobs.list.queryOptions(jobsInput(deps))),
  component: lazyPage(() => import('./jobs-page.tsx'), 'AdminJobsPage'),
})

const backups = createRoute({
  getParentRoute: () => admin,
  path: '/backups',
  staticData: { title: 'Backups' },
  validateSearch: readListSearch,
  loaderDeps: ({ search }) => search,
  loader: ({ context: { queryClient, trpc }, deps }) =>
    queryClient.prefetchQuery(trpc.admin.failedBackups.queryOptions(pageInput(deps))),
  component: lazyPage(() => import('./backups-page.tsx'), 'AdminBackupsPage'),
})

const audit = createRoute({
  getParentRoute: () => admin,
  path: '/audit',
  staticData: { title: 'Audit' },
  validateSearch: readListSearch,
  loaderDeps: ({ search }) => search,
  loader: ({ context: { queryClient, trpc }, deps }) =>
    queryClient.prefetchQuery(trpc.admin.audit.queryOptions(pageInput(deps))),
  component: lazyPage(() => import('./audit-page.tsx'), 'AdminAuditPage'),
})

const system = createRoute({
  getParentRoute: () => admin,
  path: '/system',
  staticData: { title: 'System' },
  validateSearch: readListSearch,
  loaderDeps: ({ search }) => search,
  loader: ({ context: { queryClient, trpc }, deps }) =>
    Promise.all([
      queryClient.prefetchQuery(trpc.admin.drivers.queryOptions()),
      queryClient.prefetchQuery(trpc.admin.mails.queryOptions(pageInput(deps))),
    ]),
  component: lazyPage(() => import('./system-page.tsx'), 'AdminSystemPage'),
})

export const routes = [
  admin.addChildren([
    overview,
    orders,
    services,
    domains,
    zones,
    customers,
    catalogue,
    messages,
    jobs,
    backups,
    audit,
    system,
  ]),
] as const
