import { useEffect, useState } from 'react'
import { loadPage } from '#web/lib/navigation/lazy-page.ts'

/** What a page shows comes first: nobody waits for a count. */
const settleMs = 1_500

/** Loads a part once the page has been there for a moment and the browser is idle; true when it is there. */
export function useWhenIdle(load: () => Promise<unknown>): boolean {
  const [isThere, setThere] = useState(false)
  useEffect(() => {
    // Without it the page lacks nothing that somebody asked for.
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
