import type { RegisteredRouter } from '@tanstack/react-router'
import { checkConnection, isConnectionLost, onReconnected } from '../calls/connection.ts'
import { showNoConnection } from '../calls/no-connection.ts'

/** Cached data loads within this time; a call would wait for the server. */
const atHandMs = 1_000

/** Whether all of a page's data and code is already in this browser. */
const isAtHand = (router: RegisteredRouter, href: string): Promise<boolean> =>
  Promise.race([
    router.preloadRoute({ href } as Parameters<RegisteredRouter['preloadRoute']>[0]).then(
      (matches) => matches?.every(({ error }) => !error) ?? false,
      () => false,
    ),
    new Promise<boolean>((resolve) => setTimeout(resolve, atHandMs, false)),
  ])

/**
 * While the server is unreachable, blocks navigation to a page that is not fully cached, and shows a toast.
 * A page that failed meanwhile reloads once the server answers.
 */
export function guardNavigation(router: RegisteredRouter): void {
  router.history.block({
    enableBeforeUnload: false,
    blockerFn: async ({ currentLocation, nextLocation }) => {
      const isSamePlace =
        currentLocation.pathname === nextLocation.pathname && currentLocation.search === nextLocation.search
      if (isSamePlace || !isConnectionLost() || (await checkConnection())) return false
      if (await isAtHand(router, nextLocation.pathname + nextLocation.search)) return false
      showNoConnection('This page cannot be opened until the connection is back.')
      return true
    },
  })
  onReconnected(() => {
    if (router.state.matches.some(({ status }) => status === 'error')) void router.invalidate()
  })
}
