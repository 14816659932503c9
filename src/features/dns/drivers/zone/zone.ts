import type { Secured } from '../dnssec/secure.ts'
import { type } from '../wire/codes.ts'
import type { Name } from '../wire/name.ts'
import type { RecordSet } from './record-set.ts'

/** The records of a zone in one buffer, found by the sorted names, which are relative to the zone. */
type Packed = {
  names: readonly Name[]
  /** Where the records of each name begin. */
  offsets: Uint32Array
  bytes: Buffer
}

/** An immutable served zone: a new serial is a new zone. */
export type Zone = Packed & {
  id: string
  apex: Name
  serial: number
  /** Negative TTL in seconds. */
  negativeTtl: number
  /** The DNSSEC data; null while DNSSEC is off. */
  secured: Secured | null
}

/** An index in the sorted names. */
export type NodeIndex = number

const setHeadBytes = 12

function packSet({ type, ttl, data }: RecordSet): Buffer[] {
  const head = Buffer.alloc(setHeadBytes)
  const parts = data.flatMap((record) => {
    const length = Buffer.alloc(2)
    length.writeUInt16BE(record.length)
    return [length, record]
  })
  head.writeUInt16BE(type)
  head.writeUInt32BE(ttl, 2)
  head.writeUInt16BE(data.length, 6)
  head.writeUInt32BE(
    parts.reduce((sum, part) => sum + part.length, 0),
    8,
  )
  return [head, ...parts]
}

export function pack(nodes: ReadonlyMap<Name, ReadonlyMap<number, RecordSet>>): Packed {
  const names = [...nodes.keys()].sort((a, b) => (a < b ? -1 : 1))
  const offsets = new Uint32Array(names.length + 1)
  const parts: Buffer[] = []
  let length = 0
  for (const [index, name] of names.entries()) {
    for (const set of nodes.get(name)?.values() ?? []) {
      for (const part of packSet(set)) {
        parts.push(part)
        length += part.length
      }
    }
    offsets[index + 1] = length
  }
  // Allocated outside the pool of small buffers, because one slice would keep a whole pool alive.
  const bytes = Buffer.from(new ArrayBuffer(length))
  Buffer.concat(parts).copy(bytes)
  return { names, offsets, bytes }
}

/** The index of an existing name, relative to the zone; -1 when it does not exist. */
export function findNode({ names }: Zone, name: Name): NodeIndex {
  let low = 0
  let high = names.length - 1
  while (low <= high) {
    const middle = (low + high) >> 1
    const candidate = names[middle] ?? ''
    if (candidate === name) return middle
    if (candidate < name) low = middle + 1
    else high = middle - 1
  }
  return -1
}

function readSet(bytes: Buffer, at: number): RecordSet & { end: number } {
  const data: Buffer[] = []
  let next = at + setHeadBytes
  for (let left = bytes.readUInt16BE(at + 6); left > 0; left -= 1) {
    const length = bytes.readUInt16BE(next)
    data.push(bytes.subarray(next + 2, next + 2 + length))
    next += 2 + length
  }
  return { type: bytes.readUInt16BE(at), ttl: bytes.readUInt32BE(at + 2), data, end: next }
}

/** The records of a name with this type; null when there are none. */
export function findSet({ offsets, bytes }: Zone, node: NodeIndex, type: number): RecordSet | null {
  const end = offsets[node + 1] ?? 0
  for (let at = offsets[node] ?? 0; at < end; at += setHeadBytes + bytes.readUInt32BE(at + 8))
    if (bytes.readUInt16BE(at) === type) return readSet(bytes, at)
  return null
}

/** The first records of a name; null when it has none. */
export function firstSet({ offsets, bytes }: Zone, node: NodeIndex): RecordSet | null {
  const at = offsets[node] ?? 0
  return at < (offsets[node + 1] ?? 0) ? readSet(bytes, at) : null
}

/**
 * The signature of a set; null in an unsigned zone, and for data of a delegation: everything below a name with NS records of its
 * own, and at it everything except its NSEC record (RFC 4035 section 2.2).
 */
export function signatureOf(
  zone: Zone,
  { name, node, set, now }: { name: Name; node: NodeIndex; set: RecordSet; now: Date },
): Buffer | null {
  const { secured } = zone
  if (!secured || !findSet(zone, node, type.NSEC)) return null
  const isCut = name !== '' && findSet(zone, node, type.NS) !== null
  return isCut && set.type !== type.NSEC ? null : secured.sign(name, set, now)
}

/** All records of a zone, by name. */
export function* eachSet({
  names,
  offsets,
  bytes,
}: Zone): Generator<{ name: Name; node: NodeIndex; set: RecordSet }> {
  for (const [node, name] of names.entries()) {
    const end = offsets[node + 1] ?? 0
    for (let at = offsets[node] ?? 0; at < end; ) {
      const set = readSet(bytes, at)
      yield { name, node, set }
      at = set.end
    }
  }
}
