/** The host of an origin, or of a Host field; null when it is none. */
export function hostOf(text: string | null): string | null {
  if (!text) return null
  const address = /^https?:\/\//.test(text) ? text : `http://${text}`
  return URL.canParse(address) ? new URL(address).hostname : null
}

/**
 * Whether a name is the host itself, with or without `www.`, or lies below or above it: a page at one of them can set
 * cookies that the other is sent (RFC 6265 section 5.3). Both lower case, without the root dot.
 */
export function isNameOf(name: string, host: string): boolean {
  const bare = host.replace(/^www\./, '')
  return name === bare || name.endsWith(`.${bare}`) || bare.endsWith(`.${name}`)
}
