import type { RegisteredRouter } from '@tanstack/react-router'

const missing = '404 Page Not Found'

/** The page's own name: the last `title` a route's `head` or `staticData` gives. */
export function pageTitle(router: RegisteredRouter): string | undefined {
  if (router.state.matches.some(({ status, _notFound }) => _notFound || status === 'notFound')) return missing
  for (const match of [...router.state.matches].reverse()) {
    const fromHead = match.meta?.find((tag) => tag && 'title' in tag)?.title
    if (fromHead) return fromHead
    if (match.staticData.title) return match.staticData.title
  }
  return undefined
}

/** `Domains · Company`, as the window's title. */
export const windowTitle = (page: string | undefined, companyName: string): string =>
  page ? `${page} · ${companyName}` : companyName
