import { coveringName } from '../dnssec/chain.ts'
import type { Secured } from '../dnssec/secure.ts'
import { classIn, type } from '../wire/codes.ts'
import { isWithin, type Name, readName } from '../wire/name.ts'
import type { Writer } from '../wire/writer.ts'
import type { RecordSet } from './record-set.ts'
import { findNode, findSet, type NodeIndex, signatureOf, type Zone } from './zone.ts'

/** A name and its offset in the message, for compression. */
export type Owner = { name: Name; at: number }

/** An answer under construction. */
export type Answering = { w: Writer; wantsDnssec: boolean; now: Date }

/** Names whose absence the authority section must prove, in one of the zones of the answer. */
export type Denial = { zone: Zone; owner: Owner; names: readonly Name[] }

/** A set of a zone, and the offset of its owner. */
type LocatedSet = { zone: Zone; ownerAt: number; name: Name; node: NodeIndex; set: RecordSet }

const lastPointer = 0x3fff

/** The DNSSEC data for the answer; null when it was not requested, or the zone has none. */
export const provingOf = ({ wantsDnssec }: Answering, { secured }: Zone): Secured | null =>
  wantsDnssec ? secured : null

const pointTo = (w: Writer, at: number) => () => w.pointer(at)

/** Writes the records of a set, each after its owner, and returns the offset of each one's data. */
function writeRecords(w: Writer, writeOwner: () => void, { type, ttl, data }: RecordSet): number[] {
  return data.map((record) => {
    writeOwner()
    w.recordHead(type, classIn, ttl, record.length)
    const at = w.length
    w.raw(record)
    return at
  })
}

/** Writes unsigned records, and returns the offset of each one's data. */
export const writeSet = (w: Writer, ownerAt: number, set: RecordSet): number[] =>
  writeRecords(w, pointTo(w, ownerAt), set)

/** Writes the signature of a set if proofs are requested, and returns whether it did. */
export function writeSignature(
  { w, wantsDnssec, now }: Answering,
  { zone, ownerAt, ...signed }: LocatedSet,
  writeOwner = pointTo(w, ownerAt),
  ttl = signed.set.ttl,
): number {
  const data = wantsDnssec ? signatureOf(zone, { ...signed, now }) : null
  return data ? writeRecords(w, writeOwner, { type: type.RRSIG, ttl, data: [data] }).length : 0
}

const apexAt = ({ name, at }: Owner, { apex }: Zone): number => at + name.length - apex.length

/** Writes the SOA of the zone of `owner` with the negative TTL, and returns the number of records. */
export function writeSoa(a: Answering, owner: Owner, zone: Zone): number {
  const node = findNode(zone, '')
  const set = findSet(zone, node, type.SOA)
  if (!set) return 0
  const ownerAt = apexAt(owner, zone)
  writeSet(a.w, ownerAt, { ...set, ttl: zone.negativeTtl })
  const placed = { zone, ownerAt, name: '', node, set }
  return 1 + writeSignature(a, placed, undefined, zone.negativeTtl)
}

/** Writes the NSEC records of the names without duplicates, and returns the number of records. */
export function writeDenial(a: Answering, { zone, owner, names }: Denial): number {
  const proving = provingOf(a, zone)
  if (!proving) return 0
  const { w } = a
  const at = apexAt(owner, zone)
  const speaking = new Set(names.map((name) => coveringName(proving.chain, name)))
  return [...speaking].reduce((count, name) => {
    const node = findNode(zone, name)
    const set = findSet(zone, node, type.NSEC)
    if (!set) return count
    const writeOwner = () => {
      w.raw(Buffer.from(name, 'latin1'))
      w.pointer(at)
    }
    const written = writeRecords(w, writeOwner, set).length
    return count + written + writeSignature(a, { zone, ownerAt: at, name, node, set }, writeOwner)
  }, 0)
}

/** The glue addresses: those of name servers inside the zone, which could not be found otherwise. */
export function writeGlue(w: Writer, zone: Zone, dataAt: readonly number[]): number {
  let count = 0
  for (const at of dataAt) {
    const server = readName(w.written, at)
    if (at > lastPointer || !server || !isWithin(server.name, zone.apex)) continue
    const node = findNode(zone, server.name.slice(0, server.name.length - zone.apex.length))
    for (const addressType of node < 0 ? [] : [type.A, type.AAAA]) {
      const set = findSet(zone, node, addressType)
      if (set) count += writeSet(w, at, set).length
    }
  }
  return count
}
