import { useRouter, useRouterState } from '@tanstack/react-router'
import { type ReactNode, useEffect, useState } from 'react'
import { SkeletonRows } from '#web/ui/query-state.tsx'
import { useConnectionLost } from '../lib/calls/connection.ts'

/** After this long, a skeleton replaces the old page. */
const slowNavigationMs = 300

/** Whether another page has been loading for that long; waiting for an unreachable server does not count. */
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

/** The skeleton of the next page, with its loading text for screen readers. */
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
 * Keeps the old page mounted but hidden behind the next page's skeleton, as a navigation may be cancelled. Elements measured
 * in it, such as charts, keep their size.
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
