const prefix = /^\/as\/[^/?#]+/

/** Path prefix of a page that acts for another account; empty otherwise (docs/product/members.md, "Members"). */
export const actingBaseOf = (address: string): string => prefix.exec(address)?.[0] ?? ''

/** The prefix of the open page. */
export const actingBase = (): string => actingBaseOf(globalThis.location?.pathname ?? '')

/** The URL of a call from this page. Signing out always concerns the user's own session. */
export const callAddress = (path: string): string =>
  path.startsWith('/api/') && path !== '/api/logout' ? actingBase() + path : path
