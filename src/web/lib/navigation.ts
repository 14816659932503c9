import type { QueryClient } from '@tanstack/react-query'
import type { RegisteredRouter } from '@tanstack/react-router'
import { focusHeading } from './focus-heading.ts'
import { pageTitle, windowTitle } from './page-title.ts'

// A link's data is loaded while the pointer rests on it: a page that opens within this time has just been read.
const freshMs = 3_000

/** Refreshes the data of a page from an earlier visit: not every change has an event. */
function refresh(queryClient: QueryClient): void {
  void queryClient.invalidateQueries({ type: 'active', predicate: (query) => query.isStaleByTime(freshMs) })
}

/**
 * After every navigation the window has the page's title and, on another path, its heading has the focus and its data is
 * fresh. The page that was loaded takes no focus: it may be reported as rendered when somebody already uses it.
 */
export function followNavigation(
  router: RegisteredRouter,
  { queryClient, companyName }: { queryClient: QueryClient; companyName: string },
): void {
  router.subscribe('onRendered', ({ fromLocation, pathChanged }) => {
    document.title = windowTitle(pageTitle(router), companyName)
    if (!fromLocation || !pathChanged) return
    // The user may already have opened a dialog over the page.
    if (!document.activeElement?.closest('[role="dialog"]')) focusHeading()
    refresh(queryClient)
  })
}
