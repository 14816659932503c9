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

type RouterOptions = {
  /** Those whose pages there are. */
  features: readonly WebFeature[]
  history: RouterHistory
  queryClient: QueryClient
  client: TRPCClient<AppRouter>
  /** What all addresses begin with. */
  basepath?: string
}

const treeCaches = new Map<string, typeof globalThis.__TSR_CACHE__>()

/**
 * Separates the router's cache of processed trees by the pages that there are. On the server it caches the first tree of
 * the process by its root, which all of ours share: `/` would be the same page for everybody from then on.
 */
function withTreeCache<Router>(pages: string, create: () => Router): Router {
  globalThis.__TSR_CACHE__ = treeCaches.get(pages)
  const router = create()
  treeCaches.set(pages, globalThis.__TSR_CACHE__)
  return router
}

const createRouterFor = (
  isSignedIn: boolean,
  { features, history, queryClient, client, basepath }: RouterOptions,
) =>
  createRouter({
    routeTree: routeTree(features, isSignedIn),
    history,
    basepath: basepath || '/',
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
  return withTreeCache(`${isSignedIn} ${options.features.length}`, () => createRouterFor(isSignedIn, options))
}

declare module '@tanstack/react-router' {
  interface Register {
    router: PageRouter
  }
}
