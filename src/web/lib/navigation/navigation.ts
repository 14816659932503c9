import type { Query, QueryClient } from '@tanstack/react-query'
import type { RegisteredRouter } from '@tanstack/react-router'
import { freshMs, wasJustRefused } from '../calls/refused.ts'
import { focusHeading } from './focus-heading.ts'
import { pageTitle, windowTitle } from './page-title.ts'

/** Refetches a page's data from an earlier visit: not every change has an event. */
function refresh(queryClient: QueryClient): void {
  const isOld = (query: Query) => query.isStaleByTime(freshMs) && !wasJustRefused(query)
  void queryClient.refetchQueries({ type: 'active', predicate: isOld })
}

const acts = ['keydown', 'pointerdown'] as const

/**
 * Focuses the page's heading, now or once it is drawn: a part that is still loading draws it later, or hides it
 * until then. Takes no focus after the user has acted; the returned function ends the wait.
 */
function keepFocusOnHeading(): () => void {
  let holder = document.activeElement
  const give = () => {
    const active = document.activeElement
    // The focus has not moved, or is nowhere because its element was removed: the user has not placed it.
    if (active !== holder && active !== document.body) return
    focusHeading()
    holder = document.activeElement
  }
  const drawn = new MutationObserver(give)
  const stop = () => {
    drawn.disconnect()
    for (const act of acts) document.removeEventListener(act, stop, true)
  }
  drawn.observe(document.body, { childList: true, subtree: true, attributeFilter: ['style', 'hidden'] })
  for (const act of acts) document.addEventListener(act, stop, true)
  give()
  return stop
}

/**
 * After every navigation, updates the window title and, on another path, focuses the heading and refetches
 * old data. The first page takes no focus, as the user may already be using it.
 */
export function followNavigation(
  router: RegisteredRouter,
  { queryClient, companyName }: { queryClient: QueryClient; companyName: string },
): void {
  let endWait = () => {}
  router.subscribe('onRendered', ({ fromLocation, pathChanged }) => {
    document.title = windowTitle(pageTitle(router), companyName)
    if (!fromLocation || !pathChanged) return
    endWait()
    // The user may already have opened a dialog over the page.
    if (!document.activeElement?.closest('[role="dialog"]')) endWait = keepFocusOnHeading()
    refresh(queryClient)
  })
}
