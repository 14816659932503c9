/**
 * What the portal offers and has no feature for yet, by the path of its page. Wherever one is offered it is marked "Soon", and
 * no text promises it. A feature that is built takes its line out.
 */
export const notBuilt = ['/profile', '/profile/billing'] as const

const paths = new Set<string>(notBuilt)

/** Whether a page, or what belongs to it, is still to come. */
export const isSoon = (path: string): boolean => paths.has(path)
