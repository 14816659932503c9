import type { PageRouter } from '#web/router.tsx'
import { pageTitle, windowTitle } from './page-title.ts'

function focusHeading(): void {
  const heading = document.querySelector<HTMLElement>('main h1')
  if (!heading) return
  heading.tabIndex = -1
  heading.focus({ preventScroll: true })
}

/**
 * After every navigation the window has the page's title and, on another path, its heading has the focus. The page that
 * was loaded takes no focus: it may be reported as rendered when somebody already uses it.
 */
export function followNavigation(router: PageRouter, companyName: string): void {
  router.subscribe('onRendered', ({ fromLocation, pathChanged }) => {
    document.title = windowTitle(pageTitle(router), companyName)
    if (fromLocation && pathChanged) focusHeading()
  })
}
