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
  loader: ({ context: { utils } }) => utils.admin.health.prefetch(),
})

const overview = createRoute({
  getParentRoute: () => admin,
  path: '/',
  staticData: { title: 'Overview' },
  loader: ({ context: { utils } }) => utils.admin.overview.prefetch(),
  component: lazyPage(() => import('./overview-page.tsx'), 'AdminOverviewPage'),
})

const orders = createRoute({
  getParentRoute: () => admin,
  path: '/orders',
  staticData: { title: 'Orders' },
  validateSearch: readListSearch,
  loaderDeps: ({ search }) => search,
  loader: ({ context: { utils }, deps }) =>
    Promise.all([
      utils.admin.orders.list.prefetch(ordersInput(deps)),
      deps.selected ? utils.admin.orders.get.prefetch({ id: deps.selected }) : null,
    ]),
  component: lazyPage(() => import('./orders-page.tsx'), 'AdminOrdersPage'),
})

const services = createRoute({
  getParentRoute: () => admin,
  path: '/services',
  staticData: { title: 'Services' },
  validateSearch: readListSearch,
  loaderDeps: ({ search }) => search,
  loader: ({ context: { utils }, deps }) => utils.admin.services.list.prefetch(servicesInput(deps)),
  component: lazyPage(() => import('./services-page.tsx'), 'AdminServicesPage'),
})

const domains = createRoute({
  getParentRoute: () => admin,
  path: '/domains',
  staticData: { title: 'Domains' },
  validateSearch: readListSearch,
  loaderDeps: ({ search }) => search,
  loader: ({ context: { utils }, deps }) => utils.admin.domains.list.prefetch(domainsInput(deps)),
  component: lazyPage(() => import('./domains-page.tsx'), 'AdminDomainsPage'),
})

const zones = createRoute({
  getParentRoute: () => admin,
  path: '/zones',
  staticData: { title: 'Zones' },
  validateSearch: readListSearch,
  loaderDeps: ({ search }) => search,
  loader: ({ context: { utils }, deps }) => utils.admin.zones.list.prefetch(domainsInput(deps)),
  component: lazyPage(() => import('./zones-page.tsx'), 'AdminZonesPage'),
})

const customers = createRoute({
  getParentRoute: () => admin,
  path: '/customers',
  staticData: { title: 'Customers' },
  validateSearch: readListSearch,
  loaderDeps: ({ search }) => search,
  loader: ({ context: { utils }, deps }) =>
    Promise.all([
      utils.admin.users.list.prefetch(usersInput(deps)),
      deps.selected ? utils.admin.users.get.prefetch({ id: deps.selected }) : null,
    ]),
  component: lazyPage(() => import('./customers-page.tsx'), 'AdminCustomersPage'),
})

const catalogue = createRoute({
  getParentRoute: () => admin,
  path: '/catalogue',
  staticData: { title: 'Catalogue' },
  loader: ({ context: { utils } }) =>
    Promise.all([utils.admin.categories.list.prefetch(), utils.admin.plans.list.prefetch()]),
  component: lazyPage(() => import('./catalogue-page.tsx'), 'AdminCataloguePage'),
})

const messages = createRoute({
  getParentRoute: () => admin,
  path: '/messages',
  staticData: { title: 'Messages' },
  validateSearch: readListSearch,
  loaderDeps: ({ search }) => search,
  loader: ({ context: { utils }, deps }) => utils.admin.contactMessages.prefetch(pageInput(deps)),
  component: lazyPage(() => import('./messages-page.tsx'), 'AdminMessagesPage'),
})

const jobs = createRoute({
  getParentRoute: () => admin,
  path: '/jobs',
  staticData: { title: 'Jobs' },
  validateSearch: readListSearch,
  loaderDeps: ({ search }) => search,
  loader: ({ context: { utils }, deps }) => utils.admin.jobs.list.prefetch(jobsInput(deps)),
  component: lazyPage(() => import('./jobs-page.tsx'), 'AdminJobsPage'),
})

const backups = createRoute({
  getParentRoute: () => admin,
  path: '/backups',
  staticData: { title: 'Backups' },
  validateSearch: readListSearch,
  loaderDeps: ({ search }) => search,
  loader: ({ context: { utils }, deps }) => utils.admin.failedBackups.prefetch(pageInput(deps)),
  component: lazyPage(() => import('./backups-page.tsx'), 'AdminBackupsPage'),
})

const audit = createRoute({
  getParentRoute: () => admin,
  path: '/audit',
  staticData: { title: 'Audit' },
  validateSearch: readListSearch,
  loaderDeps: ({ search }) => search,
  loader: ({ context: { utils }, deps }) => utils.admin.audit.prefetch(pageInput(deps)),
  component: lazyPage(() => import('./audit-page.tsx'), 'AdminAuditPage'),
})

const system = createRoute({
  getParentRoute: () => admin,
  path: '/system',
  staticData: { title: 'System' },
  validateSearch: readListSearch,
  loaderDeps: ({ search }) => search,
  loader: ({ context: { utils }, deps }) =>
    Promise.all([utils.admin.drivers.prefetch(), utils.admin.mails.prefetch(pageInput(deps))]),
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
