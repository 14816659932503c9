import type { RegisteredRouter } from '@tanstack/react-router'

const missing = '404 Page Not Found'

type Match = RegisteredRouter['state']['matches'][number]

/** The name of the object that a page is about, which a route says in its `head`; else the page's own. */
export const titleOf = (matches: readonly Match[]): string | undefined =>
  matches.flatMap(({ meta }) => meta?.find((tag) => tag?.title)?.title ?? []).at(-1) ??
  matches.findLast(({ staticData }) => staticData.title)?.staticData.title

/** The page's own name. */
export const pageTitle = ({ state: { matches } }: RegisteredRouter): string | undefined =>
  matches.some(({ status, _notFound }) => _notFound || status === 'notFound') ? missing : titleOf(matches)

/** `Domains · Company`, as the window's title. */
export const windowTitle = (page: string | undefined, companyName: string): string =>
  page ? `${page} · ${companyName}` : companyName
