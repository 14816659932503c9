import { isIP } from 'node:net'
import { plainAddress } from '#shared/address.ts'
import { invalid } from '#shared/errors.ts'

const rule = 'Enter an address such as 203.0.113.7 or 203.0.113.0/24.'

const bitsOf = { 4: 32, 6: 128 } as const

/** The groups of a canonical IPv6 address, as a number. */
function v6Number(address: string): bigint {
  const [head = '', tail] = address.split('::')
  const left = head.split(':').filter(Boolean)
  const right = (tail ?? '').split(':').filter(Boolean)
  const zeros = Array.from({ length: 8 - left.length - right.length }, () => '0')
  return [...left, ...zeros, ...right].reduce((all, group) => (all << 16n) | BigInt(`0x${group}`), 0n)
}

const v4Number = (address: string): bigint =>
  address.split('.').reduce((all, part) => (all << 8n) | BigInt(part), 0n)

const v4Text = (value: bigint): string =>
  [24n, 16n, 8n, 0n].map((shift) => String((value >> shift) & 255n)).join('.')

const v6Text = (value: bigint): string =>
  plainAddress(
    Array.from({ length: 8 }, (_, at) => ((value >> BigInt(112 - 16 * at)) & 0xffffn).toString(16)).join(':'),
  )

/** A network in canonical form: first address and prefix length. */
function readNetwork(text: string): string | null {
  const [, typed = '', length] = /^([\da-f:.]+)(?:\/(\d{1,3}))?$/i.exec(text.trim()) ?? []
  const address = isIP(typed) === 6 ? plainAddress(typed) : typed
  const kind = isIP(address)
  if (kind !== 4 && kind !== 6) return null
  // The prefix of an IPv4-mapped IPv6 address counts the bits before the IPv4 part too.
  const bits = bitsOf[kind]
  const prefix = length === undefined ? bits : Number(length) - (isIP(typed) === 6 && kind === 4 ? 96 : 0)
  if (prefix < 0 || prefix > bits) return null
  const shift = BigInt(bits - prefix)
  const value = kind === 4 ? v4Number(address) : v6Number(address)
  const network = (value >> shift) << shift
  return `${kind === 4 ? v4Text(network) : v6Text(network)}/${prefix}`
}

/** The networks as CIDR without duplicates, in the given order. @throws INVALID with the invalid one */
export function readNetworks(texts: readonly string[]): string[] {
  const networks = texts.map((text) => {
    const network = readNetwork(text)
    if (network === null) throw invalid('allow', `${text.slice(0, 60)} is not an address. ${rule}`)
    return network
  })
  return [...new Set(networks)]
}
