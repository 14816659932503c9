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
import { PageError } from '#web/ui/page-error.tsx'
import { readViewer } from '#web/viewer.ts'
import { routeTree } from './route-tree.ts'

type RouterOptions = {
  history: RouterHistory
  queryClient: QueryClient
  client: TRPCClient<AppRouter>
}

const treeCaches = new Map<boolean, typeof globalThis.__TSR_CACHE__>()

/**
 * Separates the router's cache of processed trees by whether somebody is signed in. On the server it caches the first tree of
 * the process by its root, which all of ours share: `/` would be the same page for everybody from then on.
 */
function withTreeCache<Router>(isSignedIn: boolean, create: () => Router): Router {
  globalThis.__TSR_CACHE__ = treeCaches.get(isSignedIn)
  const router = create()
  treeCaches.set(isSignedIn, globalThis.__TSR_CACHE__)
  return router
}

const createRouterFor = (isSignedIn: boolean, { history, queryClient, client }: RouterOptions) =>
  createRouter({
    routeTree: routeTree(isSignedIn),
    history,
    context: { queryClient, trpc: createTRPCOptionsProxy<AppRouter>({ queryClient, client }) },
    // Values in the address are plain text: ?verified=0, not ?verified="0".
    parseSearch: parseSearchWith((value) => value),
    stringifySearch: stringifySearchWith(JSON.stringify),
    // A parameter that no page knows, or that is malformed, leaves the address (docs/product.md, "Navigation").
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
  return withTreeCache(isSignedIn, () => createRouterFor(isSignedIn, options))
}

declare module '@tanstack/react-router' {
  interface Register {
    router: PageRouter
  }
}
