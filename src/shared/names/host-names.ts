/** The host of an origin, or of a Host header, without the root dot; null when there is none. */
export function hostOf(text: string | null): string | null {
  if (!text) return null
  const address = /^https?:\/\//.test(text) ? text : `http://${text}`
  return URL.canParse(address) ? new URL(address).hostname.replace(/\.$/, '') : null
}

/**
 * Whether a name is the host itself, with or without `www.`, or is below or above it: a page at one of them can set cookies that
 * are sent to the other (RFC 6265 section 5.3). Both lower case, without the root dot.
 */
export function isNameOf(name: string, host: string): boolean {
  const bare = host.replace(/^www\./, '')
  return name === bare || name.endsWith(`.${bare}`) || bare.endsWith(`.${name}`)
}

const hostPattern = /^(?:([a-z0-9_]([a-z0-9_.-]*[a-z0-9_])?)\.?|(\[[0-9a-f:.]+\]))(?::\d*)?$/

/** The length of the longest name in the DNS (RFC 1035 section 2.3.4). */
export const longestHost = 253

/**
 * The host of an authority in lower case, without port and root dot; null when it is invalid (RFC 9112 section 3.2) or cannot be
 * part of a URL: its port may be empty (RFC 3986 section 3.2.3) and is at most 65535.
 */
export function readHost(authority: string): string | null {
  const found = hostPattern.exec(authority.toLowerCase())
  const host = found?.[1] ?? found?.[3]
  if (host === undefined || host.length > longestHost || host.includes('..')) return null
  return URL.canParse(`http://${authority}/`) ? host : null
}

/** The port of an authority that has a host, with its colon; empty when it is missing or the scheme's default. */
export function readPort(authority: string, scheme: 'http' | 'https'): string {
  const { port } = new URL(`${scheme}://${authority}/`)
  return port === '' ? '' : `:${port}`
}
