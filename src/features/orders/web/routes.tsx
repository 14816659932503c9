import { createRoute, redirect } from '@tanstack/react-router'
import { signedInArea } from '#web/areas.tsx'
import { lazyPage } from '#web/lib/lazy-page.ts'
import { readDetour } from './waiting.ts'

type PlanSearch = { category?: string; plan?: string }

const text = (value: unknown): string | undefined =>
  typeof value === 'string' && value !== '' ? value : undefined

function readPlanSearch({ category, plan }: Record<string, unknown>): PlanSearch {
  const search: PlanSearch = {}
  const [categoryId, planId] = [text(category), text(plan)]
  if (categoryId) search.category = categoryId
  if (planId) search.plan = planId
  return search
}

/** `/select-plan?category=&plan=`; a plan in the address opens the payment modal. */
const selectPlan = createRoute({
  getParentRoute: () => signedInArea,
  path: '/select-plan',
  staticData: { title: 'Choose your plan' },
  validateSearch: readPlanSearch,
  loader: ({ context }) =>
    Promise.all([
      context.utils.catalogue.all.fetch(),
      context.utils.servers.list.prefetch(),
      context.utils.orders.list.prefetch(),
    ]),
  component: lazyPage(() => import('./select-plan-page.tsx'), 'SelectPlanPage'),
})

const pendingActivation = createRoute({
  getParentRoute: () => signedInArea,
  path: '/pending-activation',
  staticData: { title: 'Pending activation' },
  loader: async ({ context: { utils } }) => {
    const [services, orders] = await Promise.all([utils.servers.list.fetch(), utils.orders.list.fetch()])
    const detour = readDetour(services, orders)
    if (detour) throw redirect({ to: detour })
  },
  component: lazyPage(() => import('./pending-page.tsx'), 'PendingPage'),
})

export const routes = [selectPlan, pendingActivation] as const
