/**
 * The address of the caller: the peer's, or what trusted proxies say of it (the last entry that is no trusted proxy).
 * `X-Forwarded-For` of anybody else is ignored.
 */
export function clientAddress(peer: string, forwarded: string | null, trusted: readonly string[]): string {
  if (!forwarded || !trusted.includes(peer)) return peer
  const hops = forwarded.split(',').map((hop) => hop.trim())
  return hops.findLast((hop) => hop && !trusted.includes(hop)) ?? peer
}

/** What limits count by: an IPv4 address, or the /64 of an IPv6 one. */
export function limiterKey(address: string): string {
  const plain = address.replace(/^::ffff:/i, '')
  if (!plain.includes(':')) return plain
  const [head = '', tail = ''] = plain.split('::')
  const left = head.split(':').filter(Boolean)
  const right = tail.split(':').filter(Boolean)
  const zeros = Array.from({ length: Math.max(0, 8 - left.length - right.length) }, () => '0')
  const network = [...left, ...zeros, ...right].slice(0, 4)
  return `${network.map((group) => Number.parseInt(group, 16).toString(16)).join(':')}::/64`
}
