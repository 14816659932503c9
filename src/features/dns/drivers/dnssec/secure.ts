import { type } from '../wire/codes.ts'
import { type Name, parentOf } from '../wire/name.ts'
import type { RecordSet } from '../zone/record-set.ts'
import { type Chain, makeChain } from './chain.ts'
import { digestData, keyData, keyTtl, type ZoneKeys } from './keys.ts'
import { createSigner, type Signer } from './signer.ts'

/** The DNSSEC part of a zone. */
export type Secured = { chain: Chain; sign: Signer }

type Nodes = Map<Name, Map<number, RecordSet>>

const isCut = (nodes: Nodes, name: Name): boolean => name !== '' && nodes.get(name)?.has(type.NS) === true

function isBelowCut(nodes: Nodes, name: Name): boolean {
  for (let rest = name; rest !== ''; ) {
    rest = parentOf(rest)
    if (isCut(nodes, rest)) return true
  }
  return false
}

/** The type bitmap in windows of 256, RFC 4034 section 4.1.2. */
function bitmap(types: readonly number[]): Buffer {
  const windows = Map.groupBy(types, (number) => number >>> 8)
  const parts = [...windows].sort(([a], [b]) => a - b)
  return Buffer.concat(
    parts.map(([window, numbers]) => {
      const bits = Buffer.alloc((Math.max(...numbers.map((number) => number & 255)) >>> 3) + 1)
      for (const number of numbers) {
        const low = number & 255
        bits[low >>> 3] = (bits[low >>> 3] ?? 0) | (0x80 >>> (low & 7))
      }
      return Buffer.concat([Buffer.from([window, bits.length]), bits])
    }),
  )
}

/** The types in the NSEC record of a name; without addresses for a delegated one. */
function typesOf(nodes: Nodes, name: Name): number[] {
  const own = isCut(nodes, name) ? [type.NS] : [...(nodes.get(name)?.keys() ?? [])]
  return [...own, type.RRSIG, type.NSEC]
}

/** The DNSKEY, CDNSKEY and CDS records of a zone, RFC 7344. */
function addKeys(node: Map<number, RecordSet>, { apex, keys }: SecureOptions): void {
  const all = [keyData('ksk', keys.ksk), keyData('zsk', keys.zsk)]
  const pointedAt = all.slice(0, 1)
  const sets: [number, Buffer[]][] = [
    [type.DNSKEY, all],
    [type.CDNSKEY, pointedAt],
    [type.CDS, pointedAt.map((data) => digestData(apex, data))],
  ]
  for (const [number, data] of sets) node.set(number, { type: number, ttl: keyTtl, data })
}

type SecureOptions = {
  apex: Name
  keys: ZoneKeys
  /** Negative TTL in seconds. */
  negativeTtl: number
}

/**
 * Adds keys and NSEC records to the nodes of a zone; names without records, and names below a delegation, get none
 * (RFC 4035 section 2.3).
 */
export function secureNodes(nodes: Nodes, given: SecureOptions): Secured {
  const { apex, negativeTtl } = given
  const top = nodes.get('')
  if (top) addKeys(top, given)
  const chain = makeChain(
    [...nodes].filter(([name, node]) => node.size > 0 && !isBelowCut(nodes, name)).map(([name]) => name),
  )
  const records = chain.names.map((name, index) => {
    const next = chain.names[index + 1] ?? ''
    return [
      name,
      Buffer.concat([Buffer.from(`${next}${apex}\0`, 'latin1'), bitmap(typesOf(nodes, name))]),
    ] as const
  })
  for (const [name, data] of records)
    nodes.get(name)?.set(type.NSEC, { type: type.NSEC, ttl: negativeTtl, data: [data] })
  return { chain, sign: createSigner(apex, given.keys) }
}
