import type { QueryClient } from '@tanstack/react-query'
import {
  createRouter,
  parseSearchWith,
  type RouterHistory,
  stringifySearchWith,
} from '@tanstack/react-router'
import type { TRPCClient } from '@trpc/client'
import { createTRPCOptionsProxy } from '@trpc/tanstack-react-query'
import type { AppRouter } from '#app/router.ts'
import type { WebFeature } from '#web/feature.ts'
import { PageError } from '#web/ui/page-error.tsx'
import { readViewer } from '#web/viewer.ts'
import { routeTree } from './route-tree.ts'
import { withTreeCache } from './router-internals.ts'

type RouterOptions = {
  /** The features that have pages in it. */
  features: readonly WebFeature[]
  history: RouterHistory
  queryClient: QueryClient
  client: TRPCClient<AppRouter>
  /** The prefix of all addresses. */
  basepath?: string
}

const createRouterFor = (
  isSignedIn: boolean,
  { features, history, queryClient, client, basepath }: RouterOptions,
) =>
  createRouter({
    routeTree: routeTree(features, isSignedIn),
    history,
    basepath: basepath || '/',
    context: { queryClient, trpc: createTRPCOptionsProxy<AppRouter>({ queryClient, client }), features },
    // Values in the URL are plain text: ?verified=0, not ?verified="0".
    parseSearch: parseSearchWith((value) => value),
    stringifySearch: stringifySearchWith(JSON.stringify),
    // Unknown and malformed parameters are removed from the URL (docs/product/roles-and-screens.md, "Navigation").
    search: { strict: true },
    defaultPreload: 'intent',
    defaultPreloadStaleTime: 0,
    defaultErrorComponent: PageError,
    // On the server it would write an inline script, which the page's policy refuses.
    scrollRestoration: typeof document !== 'undefined',
  })

export type PageRouter = ReturnType<typeof createRouterFor>

/** A router over the one route tree. On the server each request gets its own. */
export function createAppRouter(options: RouterOptions): PageRouter {
  const isSignedIn = readViewer(options.queryClient) !== null
  return withTreeCache(`${isSignedIn} ${options.features.length}`, () => createRouterFor(isSignedIn, options))
}

declare module '@tanstack/react-router' {
  interface Register {
    router: PageRouter
  }
}
