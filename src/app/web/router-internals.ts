import type { AnyRouter } from '@tanstack/react-router'

/*
 * TanStack Router's internals, imported only here: they may change in any version, so the version is pinned, and the test beside
 * this file detects changes. The response needs the status and the redirect of a load, which the router's public interface
 * reports only to its own handler; and the trees that it caches belong to the process, not to the request.
 */

const treeCaches = new Map<string, typeof globalThis.__TSR_CACHE__>()

/**
 * Separates the router's cache of processed trees by the set of pages. On the server it caches the first tree of the process by
 * its root, which all of ours share: `/` would be the same page for everybody from then on.
 */
export function withTreeCache<Router>(pages: string, create: () => Router): Router {
  globalThis.__TSR_CACHE__ = treeCaches.get(pages)
  const router = create()
  treeCaches.set(pages, globalThis.__TSR_CACHE__)
  return router
}

/** The result of loading an address on the server: a page with its status, or a redirect. */
export const outcomeOfLoad = (router: Pick<AnyRouter, '_serverResult'>): AnyRouter['_serverResult'] =>
  router._serverResult
