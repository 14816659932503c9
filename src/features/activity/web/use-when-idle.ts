import { useEffect, useState } from 'react'
import { loadPage } from '#web/lib/navigation/lazy-page.ts'

/** Page content loads first: a count can wait. */
const settleMs = 1_500

/** Loads a part once the page is drawn and the browser is idle; true once loaded. */
export function useWhenIdle(load: () => Promise<unknown>): boolean {
  const [isThere, setThere] = useState(false)
  useEffect(() => {
    // A failed load is ignored: the page works without it.
    const fetchPart = () =>
      void loadPage(load).then(
        () => setThere(true),
        () => undefined,
      )
    const timer = setTimeout(
      () =>
        typeof requestIdleCallback === 'undefined'
          ? fetchPart()
          : requestIdleCallback(fetchPart, { timeout: settleMs }),
      settleMs,
    )
    return () => clearTimeout(timer)
  }, [load])
  return isThere
}
