const maxNextLength = 2_048
const ownPath = /^\/(?![/\\])/
// Any host will do: only the resulting path is read.
const somewhere = 'http://portal.invalid'

type SignInSearch = { next?: string | undefined; plan?: string | undefined }

/** Where a sign-in goes: the page that asked for it, the payment of the chosen plan, or home. */
export const afterSignIn = ({ next, plan }: SignInSearch): string =>
  next ?? (plan ? `/select-plan?plan=${plan}` : '/')

/** A path of this site to open after sign-in, percent-encoded: a header carries ASCII only. Anything else is dropped. */
export function readNext(value: unknown): string | undefined {
  if (typeof value !== 'string' || value.length > maxNextLength) return
  if (!ownPath.test(value) || /\p{Cc}/u.test(value) || !URL.canParse(value, somewhere)) return
  const { origin, pathname, search, hash } = new URL(value, somewhere)
  // Dot segments can produce a second slash: /..//example.com.
  const path = pathname + search + hash
  return origin === somewhere && ownPath.test(path) ? path : undefined
}
