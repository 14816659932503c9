import { createRoute, notFound, redirect } from '@tanstack/react-router'
import { administratorArea } from '#web/areas.tsx'
import { readListSearch, searchInput } from '#web/desk/list-search.ts'
import { personName } from '#web/desk/person-name.ts'
import { prefetchCounts } from '#web/desk/prefetch-counts.ts'
import { statusOf } from '#web/lib/calls/api-error.ts'
import { lazyPage } from '#web/lib/navigation/lazy-page.ts'

const customers = createRoute({
  getParentRoute: () => administratorArea,
  path: '/admin/customers',
  staticData: { title: 'Customers' },
  validateSearch: readListSearch(),
  // Old addresses of customers, which were in this list.
  beforeLoad: ({ search: { selected } }) => {
    if (selected) throw redirect({ to: '/admin/customers/$customerId', params: { customerId: selected } })
  },
  loaderDeps: ({ search }) => search,
  loader: ({ context, deps }) =>
    Promise.all([
      prefetchCounts(context),
      context.queryClient.prefetchQuery(context.trpc.admin.users.list.queryOptions(searchInput(deps))),
    ]),
  component: lazyPage(() => import('./customers-page.tsx'), 'AdminCustomersPage'),
})

const customer = createRoute({
  getParentRoute: () => administratorArea,
  path: '/admin/customers/$customerId',
  staticData: { title: 'Customer', above: { to: '/admin/customers', label: 'Customers' } },
  loader: async ({ context, params: { customerId: id } }) => {
    const { queryClient, trpc } = context
    const [overview] = await Promise.all([
      queryClient.fetchQuery(trpc.admin.customers.overview.queryOptions({ id })).catch((error: unknown) => {
        throw statusOf(error) === 404 ? notFound() : error
      }),
      prefetchCounts(context),
    ])
    return overview.customer
  },
  head: ({ loaderData }) => ({ meta: [{ title: loaderData && personName(loaderData) }] }),
  component: lazyPage(() => import('./customer-page.tsx'), 'AdminCustomerPage'),
})

export const deskRoutes = [customers, customer] as const
