const cookieName = 'steps-hidden'
const yearSeconds = 31_536_000

/** User who hid the first steps in this browser, from a `Cookie` header; `null` for none. */
export const readStepsHidden = (cookies: string | null | undefined): string | null =>
  (cookies ?? '').match(/(?:^|;\s*)steps-hidden=([0-9a-f-]{36})(?:;|$)/)?.[1] ?? null

/** Stores in a cookie that this user hid the first steps, so that the server omits them. */
export const hideSteps = (viewerId: string): void => {
  // The Cookie Store API needs a secure context, and a portal on a local network has none.
  Reflect.set(document, 'cookie', `${cookieName}=${viewerId}; path=/; max-age=${yearSeconds}; samesite=lax`)
}
