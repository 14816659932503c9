import type { RegisteredRouter } from '@tanstack/react-router'

const missing = '404 Page Not Found'

type Match = RegisteredRouter['state']['matches'][number]

/** The name that the last route gives itself, or its object: the last `title` of a `head` or of `staticData`. */
export function titleOf(matches: readonly Match[]): string | undefined {
  const match = matches.findLast(
    ({ meta, staticData }) => staticData.title || meta?.some((tag) => tag?.title),
  )
  return match?.meta?.find((tag) => tag?.title)?.title ?? match?.staticData.title
}

/** The page's own name. */
export const pageTitle = ({ state: { matches } }: RegisteredRouter): string | undefined =>
  matches.some(({ status, _notFound }) => _notFound || status === 'notFound') ? missing : titleOf(matches)

/** `Domains · Company`, as the window's title. */
export const windowTitle = (page: string | undefined, companyName: string): string =>
  page ? `${page} · ${companyName}` : companyName
