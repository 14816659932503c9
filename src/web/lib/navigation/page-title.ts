import type { RegisteredRouter } from '@tanstack/react-router'

const missing = '404 Page Not Found'

type Match = RegisteredRouter['state']['matches'][number]

/** The title from a route's `head`, such as an object's name; else the page's own. */
export const titleOf = (matches: readonly Match[]): string | undefined =>
  matches.flatMap(({ meta }) => meta?.find((tag) => tag?.title)?.title ?? []).at(-1) ??
  matches.findLast(({ staticData }) => staticData.title)?.staticData.title

/** The page's own title. */
export const pageTitle = ({ state: { matches } }: RegisteredRouter): string | undefined =>
  matches.some(({ status, _notFound }) => _notFound || status === 'notFound') ? missing : titleOf(matches)

/** `Domains · Company`, the window title. */
export const windowTitle = (page: string | undefined, companyName: string): string =>
  page ? `${page} · ${companyName}` : companyName
