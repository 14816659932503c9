import { createRoute, redirect } from '@tanstack/react-router'
import { readUuid } from '#shared/uuid.ts'
import { signedInArea } from '#web/areas.tsx'
import { lazyPage } from '#web/lib/navigation/lazy-page.ts'
import { given } from '#web/lib/search-values.ts'
import { readDetour } from './detour.ts'

type PlanSearch = { category?: string; plan?: string }

/** The order to follow; the newest one by default. */
const readPendingSearch = ({ order }: Record<string, unknown>): { order?: string } =>
  given({ order: readUuid(order) })

const readPlanSearch = ({ category, plan }: Record<string, unknown>): PlanSearch =>
  given({ category: readUuid(category), plan: readUuid(plan) })

/** `/select-plan?category=&plan=`; a plan in the address opens the payment modal. */
const selectPlan = createRoute({
  getParentRoute: () => signedInArea,
  path: '/select-plan',
  staticData: { title: 'Choose your plan' },
  validateSearch: readPlanSearch,
  loader: ({ context }) =>
    Promise.all([
      context.queryClient.fetchQuery(context.trpc.catalogue.all.queryOptions()),
      context.queryClient.prefetchQuery(context.trpc.servers.list.queryOptions()),
      context.queryClient.prefetchQuery(context.trpc.orders.list.queryOptions()),
    ]),
  component: lazyPage(() => import('./plans/select-plan-page.tsx'), 'SelectPlanPage'),
})

const pendingActivation = createRoute({
  getParentRoute: () => signedInArea,
  path: '/pending-activation',
  staticData: { title: 'Pending activation' },
  validateSearch: readPendingSearch,
  loaderDeps: ({ search }) => search,
  loader: async ({ context: { queryClient, trpc, viewer }, deps: { order } }) => {
    const [services, orders] = await Promise.all([
      queryClient.fetchQuery(trpc.servers.list.queryOptions()),
      queryClient.fetchQuery(trpc.orders.list.queryOptions()),
    ])
    const detour = readDetour(services, orders, { viewer, orderId: order })
    if (detour) throw redirect({ to: detour })
  },
  component: lazyPage(() => import('./pending/pending-page.tsx'), 'PendingPage'),
})

export const routes = [selectPlan, pendingActivation] as const
