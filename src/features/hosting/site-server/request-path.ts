/** A path below the site's root, decoded; `isFolder` when it ends with a slash. */
export type SitePath = { names: string[]; isFolder: boolean }

/** Public by its own standard (RFC 8615); every other name that begins with a dot is private. */
const wellKnown = '.well-known'

const isHidden = (name: string, index: number): boolean =>
  name.startsWith('.') && !(index === 0 && name === wellKnown)

/**
 * What a request's path asks for; a number is the status it is refused with: 400 when it cannot be a path within the
 * site, 404 for hidden names. Names are compared as the portal stores them, in NFC.
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
