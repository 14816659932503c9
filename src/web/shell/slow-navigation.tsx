import { useRouter, useRouterState } from '@tanstack/react-router'
import { type ReactNode, useEffect, useState } from 'react'
import { SkeletonRows } from '#web/ui/query-state.tsx'
import { useConnectionLost } from '../lib/calls/connection.ts'

/** How long a page may take before the one that is left gives way to a skeleton. */
const slowNavigationMs = 300

/** Whether another page has been on its way for so long; one that waits for the server to come back does not count. */
function useSlowNavigation(): boolean {
  const target = useRouterState({
    select: ({ status, location, resolvedLocation }) =>
      status === 'pending' && resolvedLocation?.pathname !== location.pathname
        ? location.pathname
        : undefined,
  })
  const isLost = useConnectionLost()
  const [isSlow, setSlow] = useState(false)
  useEffect(() => {
    if (target === undefined) return
    const timer = setTimeout(() => setSlow(true), slowNavigationMs)
    return () => {
      clearTimeout(timer)
      setSlow(false)
    }
  }, [target])
  return isSlow && !isLost
}

/** The skeleton of the page that is on its way, with the name of it for screen readers. */
function NextPage() {
  const router = useRouter()
  const page = router.matchRoutes(router.latestLocation).at(-1)?.staticData
  const text = page?.loading ?? `Loading ${page?.title ?? 'page'}...`
  return (
    <div className="next-page">
      <SkeletonRows text={text} rows={8} />
    </div>
  )
}

/**
 * A page, which stays mounted but hidden while a skeleton stands for the next one: a navigation may still be given up. What is
 * measured in it, charts for one, keeps its size.
 */
export function SlowNavigation({ children }: { children: ReactNode }) {
  const isSlow = useSlowNavigation()
  return (
    <>
      {isSlow && <NextPage />}
      <div className="page-outlet" inert={isSlow}>
        {children}
      </div>
    </>
  )
}
