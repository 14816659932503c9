import type { Parsed } from '#features/names/contract/read.ts'

const octet = '(25[0-5]|2[0-4]\\d|1\\d\\d|[1-9]?\\d)'
const ipv4 = new RegExp(`^${octet}(\\.${octet}){3}$`)

/** An IPv4 address: four decimal numbers without leading zeros. */
export const readIpv4 = (text: string): Parsed<string> =>
  ipv4.test(text) ? { value: text } : { fault: 'Enter an IPv4 address, such as 192.0.2.1.' }

const mapped = /^::ffff:([0-9a-f]{1,4}):([0-9a-f]{1,4})$/

/** An IPv4-mapped address ends in dotted-decimal form (RFC 5952 section 5). */
function dotted(address: string): string {
  const [, high, low] = mapped.exec(address) ?? []
  if (!high || !low) return address
  const [one, two] = [Number.parseInt(high, 16), Number.parseInt(low, 16)]
  return `::ffff:${one >> 8}.${one & 255}.${two >> 8}.${two & 255}`
}

/** An IPv6 address in the form of RFC 5952. */
export function readIpv6(text: string): Parsed<string> {
  const address = `http://[${text}]/`
  if (!/^[0-9a-f:.]+$/i.test(text) || !URL.canParse(address))
    return { fault: 'Enter an IPv6 address, such as 2001:db8::1.' }
  return { value: dotted(new URL(address).hostname.slice(1, -1)) }
}
