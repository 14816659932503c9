const maxNextLength = 2_048
const ownPath = /^\/(?![/\\])/
// Any host: only what the path becomes is asked of it.
const somewhere = 'http://portal.invalid'

type Ways = { next?: string | undefined; plan?: string | undefined }

/** Where a sign-in leads: to the page that asked for it, to the payment of the chosen plan, else home. */
export const afterSignIn = ({ next, plan }: Ways): string =>
  next ?? (plan ? `/select-plan?plan=${plan}` : '/')

/**
 * A path of this site that a sign-in may lead to, as an address is written: a header carries no letters beyond ASCII.
 * Anything else is dropped.
 */
export function readNext(value: unknown): string | undefined {
  if (typeof value !== 'string' || value.length > maxNextLength) return
  if (!ownPath.test(value) || /\p{Cc}/u.test(value) || !URL.canParse(value, somewhere)) return
  const { origin, pathname, search, hash } = new URL(value, somewhere)
  // Dots may have led to a second slash: /..//elsewhere.
  const path = pathname + search + hash
  return origin === somewhere && ownPath.test(path) ? path : undefined
}
