import { classIn, flag, headerBytes, opcode, type } from '../wire/codes.ts'
import type { Query } from '../wire/query.ts'
import { Writer } from '../wire/writer.ts'
import type { RecordSet } from '../zone/record-set.ts'
import { eachSet, findNode, findSet, signatureOf, type Zone } from '../zone/zone.ts'
import { sign, type TsigKey } from './tsig.ts'

type Record = { owner: string; set: RecordSet; data: Buffer }

type Request = {
  message: Buffer
  query: Query
  /** Signs every message. */
  key: TsigKey | null
  now(): Date
}

/** A new message begins beyond this size. */
const messageBytes = 16_000

function soaOf(zone: Zone): Record[] {
  const set = findSet(zone, findNode(zone, ''), type.SOA)
  return set ? set.data.map((data) => ({ owner: zone.apex, set, data })) : []
}

/** All records of the zone with their signatures, between two SOAs: RFC 5936. */
function* eachRecord(zone: Zone, now: Date): Generator<Record> {
  const soa = soaOf(zone)
  yield* soa
  for (const { name, node, set } of eachSet(zone)) {
    const owner = name + zone.apex
    if (set.type !== type.SOA) for (const data of set.data) yield { owner, set, data }
    const signature = signatureOf(zone, { name, node, set, now })
    if (signature) yield { owner, set: { ...set, type: type.RRSIG }, data: signature }
  }
  yield* soa
}

function writeRecord(w: Writer, { owner, set, data }: Record): void {
  w.name(owner)
  w.recordHead(set.type, classIn, set.ttl, data.length)
  w.raw(data)
  w.setU16(6, w.bytes.readUInt16BE(6) + 1)
}

/** Adds the SOA as the only answer, which has the serial for a secondary. */
export function writeSerial(w: Writer, zone: Zone): void {
  for (const record of soaOf(zone)) writeRecord(w, record)
}

function beginMessage(w: Writer, { message, query }: Request, isFirst: boolean): void {
  w.length = 0
  w.u16(query.id)
  w.u16(flag.response | flag.authoritative | (opcode.query << 11))
  w.u16(isFirst ? 1 : 0)
  for (let count = 0; count < 3; count += 1) w.u16(0)
  if (isFirst) w.raw(message.subarray(headerBytes, query.questionEnd))
}

/** A snapshot of the whole zone, in as many messages as it needs. */
export function* transferMessages(zone: Zone, request: Request): Generator<Buffer> {
  const w = new Writer()
  const { key, now } = request
  // The query must not change while the messages wait for a slow reader.
  const own = { ...request, message: Buffer.from(request.message) }
  let previous: Buffer | undefined = request.query.signature
    ? Buffer.from(request.query.signature.mac)
    : undefined
  let isFirst = true
  const finish = () => {
    if (key && previous) previous = sign(w, key, { now: now(), previous, isContinued: !isFirst })
    isFirst = false
    return w.copy()
  }
  beginMessage(w, own, isFirst)
  for (const record of eachRecord(zone, now())) {
    if (w.length > messageBytes) {
      yield finish()
      beginMessage(w, own, isFirst)
    }
    writeRecord(w, record)
  }
  yield finish()
}
