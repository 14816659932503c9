import { createRoute } from '@tanstack/react-router'
import { type PageContext, shellArea } from '#web/areas.tsx'
import { lazyPage } from '#web/lib/navigation/lazy-page.ts'
import { readBillingSearch } from './billing-search.ts'

type Reading = [queryClient: PageContext['queryClient'], trpc: PageContext['trpc']]

const ofAccount = (...[queryClient, trpc]: Reading) => [
  queryClient.prefetchQuery(trpc.orders.list.queryOptions({})),
  queryClient.prefetchQuery(trpc.billing.credit.queryOptions()),
  queryClient.prefetchQuery(trpc.billing.details.queryOptions()),
]

const ofService = (...[queryClient, trpc]: Reading) => [
  queryClient.prefetchQuery(trpc.servers.list.queryOptions()),
]

const billing = createRoute({
  getParentRoute: () => shellArea,
  path: '/profile/billing',
  staticData: { title: 'Billing' },
  validateSearch: readBillingSearch,
  loader: ({ context: { queryClient, trpc, viewer } }) =>
    Promise.all([
      queryClient.prefetchQuery(trpc.billing.list.queryOptions({})),
      ...(viewer.actingFor ? ofService(queryClient, trpc) : ofAccount(queryClient, trpc)),
    ]),
  component: lazyPage(() => import('./billing-page.tsx'), 'BillingPage'),
})

export const routes = [billing] as const
