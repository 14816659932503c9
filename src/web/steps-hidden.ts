const cookieName = 'steps-hidden'
const yearSeconds = 31_536_000

/** Who put the first steps away in this browser, as a `Cookie` header says; `null` when nobody did. */
export const readStepsHidden = (cookies: string | null | undefined): string | null =>
  (cookies ?? '').match(/(?:^|;\s*)steps-hidden=([0-9a-f-]{36})(?:;|$)/)?.[1] ?? null

/** Keeps in a cookie that this person put the first steps away, so that the server does not draw them. */
export const hideSteps = (viewerId: string): void => {
  // The Cookie Store API needs a secure context, which a portal on a local network is not.
  Reflect.set(document, 'cookie', `${cookieName}=${viewerId}; path=/; max-age=${yearSeconds}; samesite=lax`)
}
