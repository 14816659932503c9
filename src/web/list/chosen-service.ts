const cookieName = 'chosen-service'
const yearSeconds = 31_536_000

/** The service that lists were last narrowed to in this browser, as a `Cookie` header says; `null` for all of them. */
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

/** Keeps in a cookie which service lists are narrowed to, so that the server draws the same list; `null` forgets it. */
export function keepChosenService(id: string | null): void {
  // The Cookie Store API needs a secure context, which a portal on a local network is not.
  const kept = id === null ? '; max-age=0' : `${id}; max-age=${yearSeconds}`
  Reflect.set(document, 'cookie', `${cookieName}=${kept}; path=/; samesite=lax`)
  for (const changed of watchers) changed()
}
