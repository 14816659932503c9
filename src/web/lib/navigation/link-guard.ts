import { checkConnection } from '../calls/connection.ts'
import { showNoConnection } from '../calls/no-connection.ts'

/** A link to another document of this portal, followed by a plain click; the browser handles anything else. */
function linkOf(event: MouseEvent): HTMLAnchorElement | null {
  if (event.defaultPrevented || event.button !== 0) return null
  if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return null
  const link = event.target instanceof Element ? event.target.closest('a') : null
  if (!link?.href || link.origin !== window.location.origin) return null
  const [page] = link.href.split('#')
  return link.hash && page === window.location.href.split('#')[0] ? null : link
}

/**
 * Checks the server before a link leaves the page, which otherwise could end on the browser's error page. Downloads
 * included.
 */
export function guardLinks(): void {
  let allowed: HTMLAnchorElement | null = null
  const follow = async (link: HTMLAnchorElement) => {
    if (!(await checkConnection())) {
      showNoConnection('This link cannot be opened until the connection is back.')
      return
    }
    allowed = link
    link.click()
    allowed = null
  }
  window.addEventListener('click', (event) => {
    const link = linkOf(event)
    if (!link || link === allowed) return
    event.preventDefault()
    void follow(link)
  })
}
