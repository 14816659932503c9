const v4WithPort = /^(\d{1,3}(?:\.\d{1,3}){3}):\d{1,5}$/
const v6InBrackets = /^\[([^\]]*)\](?::\d{1,5})?$/

/** An address without the port that some proxies append, which would make each connection a different caller. */
const withoutPort = (hop: string): string => v4WithPort.exec(hop)?.[1] ?? v6InBrackets.exec(hop)?.[1] ?? hop

/**
 * The caller's address: the peer's, or the one that trusted proxies report (the last entry that is not a trusted proxy). Ignores
 * `X-Forwarded-For` from other peers.
 */
export function clientAddress(peer: string, forwarded: string | null, trusted: readonly string[]): string {
  if (!forwarded || !trusted.includes(peer)) return peer
  const hops = forwarded.split(',').map((hop) => withoutPort(hop.trim()))
  return hops.findLast((hop) => hop && !trusted.includes(hop)) ?? peer
}

const mapped = /^::ffff:([0-9a-f]{1,4}):([0-9a-f]{1,4})$/

/**
 * The canonical form of an address: an IPv4-mapped IPv6 address (RFC 4291 section 2.5.5.2) as IPv4, an IPv6 one as in RFC 5952.
 * Any other text stays unchanged.
 */
export function plainAddress(address: string): string {
  const host = `http://[${address}]/`
  if (!address.includes(':') || !URL.canParse(host)) return address
  const written = new URL(host).hostname.slice(1, -1)
  const [, high = '', low = ''] = mapped.exec(written) ?? []
  if (!high) return written
  return [high, low]
    .flatMap((part) => [Number.parseInt(part, 16) >> 8, Number.parseInt(part, 16) & 255])
    .join('.')
}

/** The groups of an IPv6 address, without leading zeros; null for an IPv4 one, even if it is written as IPv6. */
function ipv6Groups(address: string): string[] | null {
  const plain = address.replace(/^::ffff:(?=[\d.]+$)/i, '')
  if (!plain.includes(':')) return null
  const [head = '', tail = ''] = plain.split('::')
  const left = head.split(':').filter(Boolean)
  const right = tail.split(':').filter(Boolean)
  const zeros = Array.from({ length: Math.max(0, 8 - left.length - right.length) }, () => '0')
  return [...left, ...zeros, ...right].map((group) => Number.parseInt(group, 16).toString(16))
}

/** The unit of limits: an IPv4 address, or the /64 of an IPv6 one. */
export function limiterKey(address: string): string {
  const groups = ipv6Groups(address)
  return groups ? `${groups.slice(0, 4).join(':')}::/64` : address.replace(/^::ffff:/i, '')
}

/** The /48 of an IPv6 address, which one customer of a provider may have (RFC 6177); null for an IPv4 address. */
export function siteKey(address: string): string | null {
  const groups = ipv6Groups(address)
  return groups && `${groups.slice(0, 3).join(':')}::/48`
}

/** The network of an address, which likely has one owner: an IPv4 /24, or an IPv6 /48. */
export function networkKey(address: string): string {
  const plain = plainAddress(address)
  return siteKey(plain) ?? plain.replace(/\.\d{1,3}$/, '.0/24')
}

/** Whether an address is reachable only from this machine. */
export const isLoopback = (ip: string): boolean => ip === '::1' || ip.startsWith('127.')

/** Networks that are unreachable from the internet (RFC 6890). */
const closed = [
  /^0\./,
  /^10\./,
  /^127\./,
  /^169\.254\./,
  /^172\.(1[6-9]|2\d|3[01])\./,
  /^192\.168\./,
  /^100\.(6[4-9]|[7-9]\d|1[01]\d|12[0-7])\./,
  /^(22[4-9]|2[3-5]\d)\./,
  /^::1?$/,
  /^f[cd]/i,
  /^fe[89ab]/i,
  /^ff/i,
  /^64:ff9b:/i,
  /^2002:/i,
]

/** Whether an IP address is reachable from the internet. */
export function isPublicAddress(address: string): boolean {
  const plain = plainAddress(address)
  return !closed.some((pattern) => pattern.test(plain))
}
