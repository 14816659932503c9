import type { RegisteredRouter } from '@tanstack/react-router'
import { checkConnection, isConnectionLost, onReconnected, onUnanswered } from '../calls/connection.ts'
import { sayNoConnection } from '../calls/no-connection.ts'

/** Resolves with false as soon as any call gets no answer. */
function untilUnanswered(): { failed: Promise<boolean>; stop: () => void } {
  let stop = () => {}
  const failed = new Promise<boolean>((resolve) => {
    stop = onUnanswered(() => resolve(false))
  })
  return { failed, stop }
}

/** Whether everything that a page needs is already in this browser. */
async function isAtHand(router: RegisteredRouter, href: string): Promise<boolean> {
  const { failed, stop } = untilUnanswered()
  const loaded = router.preloadRoute({ href } as Parameters<RegisteredRouter['preloadRoute']>[0]).then(
    () => true,
    () => false,
  )
  return Promise.race([loaded, failed]).finally(stop)
}

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
