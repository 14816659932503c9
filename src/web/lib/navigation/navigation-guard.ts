import type { RegisteredRouter } from '@tanstack/react-router'
import { checkConnection, isConnectionLost, onReconnected } from '../calls/connection.ts'
import { sayNoConnection } from '../calls/no-connection.ts'

/** What is in this browser is read within this time; a call waits for the server to be back. */
const atHandMs = 1_000

/** Whether everything that a page needs is already in this browser. */
const isAtHand = (router: RegisteredRouter, href: string): Promise<boolean> =>
  Promise.race([
    router.preloadRoute({ href } as Parameters<RegisteredRouter['preloadRoute']>[0]).then(
      (matches) => matches?.every(({ error }) => !error) ?? false,
      () => false,
    ),
    new Promise<boolean>((resolve) => setTimeout(resolve, atHandMs, false)),
  ])

/**
 * Keeps the screen while the server is gone: a page of which something is missing is not gone to, and a toast says so.
 * A page that failed meanwhile loads by itself when the server is back.
 */
export function guardNavigation(router: RegisteredRouter): void {
  router.history.block({
    enableBeforeUnload: false,
    blockerFn: async ({ currentLocation, nextLocation }) => {
      const isSamePlace =
        currentLocation.pathname === nextLocation.pathname && currentLocation.search === nextLocation.search
      if (isSamePlace || !isConnectionLost() || (await checkConnection())) return false
      if (await isAtHand(router, nextLocation.pathname + nextLocation.search)) return false
      sayNoConnection('This page cannot be opened until it is back.')
      return true
    },
  })
  onReconnected(() => {
    if (router.state.matches.some(({ status }) => status === 'error')) void router.invalidate()
  })
}
