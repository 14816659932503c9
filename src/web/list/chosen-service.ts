const cookieName = 'chosen-service'
const yearSeconds = 31_536_000

/** The last service that lists were filtered by in this browser, from a `Cookie` header; `null` for all. */
export const readChosenService = (cookies: string | null | undefined): string | null =>
  (cookies ?? '').match(/(?:^|;\s*)chosen-service=([0-9a-f-]{36})(?:;|$)/)?.[1] ?? null

const watchers = new Set<() => void>()

/** Calls `changed` whenever another service is chosen. */
export function watchChosenService(changed: () => void): () => void {
  watchers.add(changed)
  return () => {
    watchers.delete(changed)
  }
}

/** Stores the service filter in a cookie, so that the server renders the same list; `null` removes it. */
export function keepChosenService(id: string | null): void {
  // The Cookie Store API needs a secure context, and a portal on a local network has none.
  const kept = id === null ? '; max-age=0' : `${id}; max-age=${yearSeconds}`
  Reflect.set(document, 'cookie', `${cookieName}=${kept}; path=/; samesite=lax`)
  for (const changed of watchers) changed()
}
