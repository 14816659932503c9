import { isLoopback } from '#shared/address.ts'

const privateV4 =
  /^(10\.|192\.168\.|172\.(1[6-9]|2\d|3[01])\.|169\.254\.|100\.(6[4-9]|[7-9]\d|1[01]\d|12[0-7])\.)/
const privateV6 = /^(f[cd][0-9a-f]{2}|fe[89ab][0-9a-f]):/i

/**
 * The kind of network of an address, without a lookup: this machine, a private network (RFC 1918, 4193, 6598, and link-local), or
 * the address alone.
 */
export function describePlace(address: string): string {
  const plain = address.replace(/^::ffff:(?=[\d.]+$)/i, '')
  if (isLoopback(plain)) return 'this machine'
  if (privateV4.test(plain) || privateV6.test(plain)) return `private network, ${plain}`
  return plain ? `address ${plain}` : 'an unknown address'
}
