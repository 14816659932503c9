import { BlockList, isIP } from 'node:net'
import { plainAddress } from '#shared/address.ts'

const v4: [net: string, prefix: number][] = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
]

// Exceptions within 2000::/3, the public range: documentation, benchmarks, ORCHID, Teredo and 6to4. The last two embed an IPv4
// address.
const v6: [net: string, prefix: number][] = [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
]

/** Special-purpose addresses (IANA registries by RFC 6890): private, shared and multicast. */
const special = new BlockList()
for (const [net, prefix] of v4) special.addSubnet(net, prefix, 'ipv4')
for (const [net, prefix] of v6) special.addSubnet(net, prefix, 'ipv6')
const global = new BlockList()
global.addSubnet('2000::', 3, 'ipv6')

/**
 * Whether an address is a public internet address: not of this machine or a private network, and not one that embeds another
 * address (IPv4-mapped, NAT64, 6to4, Teredo).
 */
export function isPublicAddress(written: string): boolean {
  // A scoped address is link-local.
  if (written.includes('%')) return false
  const address = plainAddress(written)
  const family = isIP(address)
  if (family === 4) return !special.check(address, 'ipv4')
  return family === 6 && global.check(address, 'ipv6') && !special.check(address, 'ipv6')
}
