/** A decoded path below the site's root; `isFolder` when it ends with a slash. */
export type SitePath = { names: string[]; isFolder: boolean }

/** Public by RFC 8615; all other names that begin with a dot are private. */
const wellKnown = '.well-known'

const isHidden = (name: string, index: number): boolean =>
  name.startsWith('.') && !(index === 0 && name === wellKnown)

/**
 * The decoded path of a request, or the status of its refusal: 400 when it is not within the site, 404 for hidden names. Names
 * are compared in NFC, as the portal stores them.
 */
export function readSitePath(pathname: string): SitePath | 400 | 404 {
  let decoded: string
  try {
    decoded = decodeURIComponent(pathname).normalize('NFC')
  } catch {
    return 400
  }
  const names = decoded.split('/').filter(Boolean)
  const isMalformed = /[\\\p{Cc}]/u.test(decoded) || names.includes('..') || names.includes('.')
  if (isMalformed || !decoded.startsWith('/')) return 400
  if (names.some(isHidden)) return 404
  return { names, isFolder: decoded.endsWith('/') }
}
