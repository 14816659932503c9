const prefix = /^\/as\/[^/?#]+/

/** What addresses begin with while this page works for somebody else; empty as a rule (docs/product/members.md, "Members"). */
export const actingBaseOf = (address: string): string => prefix.exec(address)?.[0] ?? ''

/** The same of the page that is open. */
export const actingBase = (): string => actingBaseOf(globalThis.location?.pathname ?? '')

/** The address of a call as this page makes it. Signing out is always one's own. */
export const callAddress = (path: string): string =>
  path.startsWith('/api/') && path !== '/api/logout' ? actingBase() + path : path
