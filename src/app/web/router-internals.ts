import type { AnyRouter } from '@tanstack/react-router'

/*
 * What TanStack Router keeps to itself, named here alone: it may change in any version, so the version is pinned, and the test beside
 * this file fails when it does. The page of an address has to answer with the status and the redirect that loading came to, which the
 * router's public interface tells its own handler alone; and the trees that it caches are the process's, not the request's.
 */

const treeCaches = new Map<string, typeof globalThis.__TSR_CACHE__>()

/**
 * Separates the router's cache of processed trees by the pages that there are. On the server it caches the first tree of
 * the process by its root, which all of ours share: `/` would be the same page for everybody from then on.
 */
export function withTreeCache<Router>(pages: string, create: () => Router): Router {
  globalThis.__TSR_CACHE__ = treeCaches.get(pages)
  const router = create()
  treeCaches.set(pages, globalThis.__TSR_CACHE__)
  return router
}

/** What loading an address came to on the server: a page with its status, or a redirect. */
export const outcomeOfLoad = (router: Pick<AnyRouter, '_serverResult'>): AnyRouter['_serverResult'] =>
  router._serverResult
