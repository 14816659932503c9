import { QueryClient, QueryClientProvider, useMutation, useQuery } from '@tanstack/react-query'
import {
  createRootRouteWithContext,
  createRoute,
  createRouter,
  Link,
  Outlet,
  type RouterHistory,
  RouterProvider,
  useRouterState,
} from '@tanstack/react-router'
import type { TRPCClient } from '@trpc/client'
import { createTRPCContext, createTRPCOptionsProxy, type TRPCOptionsProxy } from '@trpc/tanstack-react-query'
import type { AppRouter } from '#app/router.ts'

// The minimal page of the portal's libraries: a router with one route, a query in its loader, and a mutation. Rendered by the
// server and hydrated in the browser, like the portal's pages.

type Context = { queryClient: QueryClient; trpc: TRPCOptionsProxy<AppRouter> }

const { TRPCProvider, useTRPC } = createTRPCContext<AppRouter>()

const rootRoute = createRootRouteWithContext<Context>()({ component: Outlet })

const pageRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/',
  loader: ({ context }) => context.queryClient.ensureQueryData(context.trpc.catalogue.all.queryOptions()),
  component: LeastPage,
})

function LeastPage() {
  const trpc = useTRPC()
  const { data = [] } = useQuery(trpc.catalogue.all.queryOptions())
  const change = useMutation(trpc.auth.logout.mutationOptions())
  const isPending = useRouterState({ select: ({ status }) => status === 'pending' })
  return (
    <>
      <h1>A plain page</h1>
      <p>{'Nothing but text. '.repeat(40)}</p>
      <Link to="/">{data.length} plans</Link>
      <button type="button" disabled={isPending} onClick={() => change.mutate()}>
        Change
      </button>
    </>
  )
}

export const createLeastCache = (): QueryClient =>
  new QueryClient({ defaultOptions: { queries: { staleTime: Number.POSITIVE_INFINITY } } })

export type Least = { client: TRPCClient<AppRouter>; queryClient: QueryClient }

/** The data of the page, as a server answer. */
export function fillLeastCache({ client, queryClient }: Least): void {
  const { queryKey } = createTRPCOptionsProxy<AppRouter>({ client, queryClient }).catalogue.all.queryOptions()
  queryClient.setQueryData(queryKey, [])
}

export const createLeastRouter = ({ client, queryClient }: Least, history: RouterHistory) =>
  createRouter({
    routeTree: rootRoute.addChildren([pageRoute]),
    history,
    context: { queryClient, trpc: createTRPCOptionsProxy<AppRouter>({ queryClient, client }) },
    defaultPreload: 'intent',
    scrollRestoration: typeof document !== 'undefined',
  })

type LeastAppProps = Least & { router: ReturnType<typeof createLeastRouter> }

export const LeastApp = ({ router, client, queryClient }: LeastAppProps) => (
  <TRPCProvider trpcClient={client} queryClient={queryClient}>
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router} />
    </QueryClientProvider>
  </TRPCProvider>
)
