import { headerBytes, opcode, rcode, type } from './codes.ts'
import { endOfPlainName, type Name, readName } from './name.ts'

type Edns = { udpBytes: number; version: number; wantsDnssec: boolean }

/** A TSIG record at the end of a message, RFC 8945; `start` is its offset. */
export type Signature = {
  start: number
  key: Name
  algorithm: Name
  /** In seconds since 1970. */
  signedAt: number
  fudge: number
  mac: Buffer
  originalId: number
  /** Its error and other data, as they are signed. */
  tail: Buffer
}

export type Query = {
  id: number
  flags: number
  opcode: number
  name: Name
  type: number
  class: number
  /** The offset after the question. */
  questionEnd: number
  edns: Edns | null
  signature: Signature | null
  /** The serial that an incremental transfer starts from. */
  serial: number | null
}

/** An invalid message; `questionEnd` is the end of its question, if that is valid. */
export type Malformed = { id: number; flags: number; rcode: number; questionEnd: number | null }

const u16 = (bytes: Buffer, at: number) => bytes.readUInt16BE(at)

type RecordHead = { owner: Name; type: number; class: number; ttl: number; data: number; end: number }

function readRecord(bytes: Buffer, start: number): RecordHead | null {
  const owner = readName(bytes, start)
  if (!owner || owner.end + 10 > bytes.length) return null
  const data = owner.end + 10
  const end = data + u16(bytes, owner.end + 8)
  if (end > bytes.length) return null
  return {
    owner: owner.name.toLowerCase(),
    type: u16(bytes, owner.end),
    class: u16(bytes, owner.end + 2),
    ttl: bytes.readUInt32BE(owner.end + 4),
    data,
    end,
  }
}

function readSignature(bytes: Buffer, start: number, { owner, data, end }: RecordHead): Signature | null {
  const algorithm = readName(bytes, data)
  if (!algorithm || algorithm.end + 10 > end) return null
  const at = algorithm.end
  const macEnd = at + 10 + u16(bytes, at + 8)
  if (macEnd + 6 > end || macEnd + 6 + u16(bytes, macEnd + 4) !== end) return null
  return {
    start,
    key: owner,
    algorithm: algorithm.name.toLowerCase(),
    signedAt: bytes.readUIntBE(at, 6),
    fudge: u16(bytes, at + 6),
    mac: bytes.subarray(at + 10, macEnd),
    originalId: u16(bytes, macEnd),
    tail: bytes.subarray(macEnd + 2, end),
  }
}

function readSerial(bytes: Buffer, { type: recordType, data, end }: RecordHead): number | null {
  const mailbox = recordType === type.SOA ? readName(bytes, data) : null
  const numbers = mailbox ? readName(bytes, mailbox.end) : null
  return numbers && numbers.end + 20 === end ? bytes.readUInt32BE(numbers.end) : null
}

/** The part after the question; null when it is invalid, or has a duplicate of a unique record. */
function readRest(bytes: Buffer, questionEnd: number): Pick<Query, 'edns' | 'signature' | 'serial'> | null {
  const before = u16(bytes, 6) + u16(bytes, 8)
  const count = before + u16(bytes, 10)
  let at = questionEnd
  let edns: Edns | null = null
  let signature: Signature | null = null
  let serial: number | null = null
  for (let index = 0; index < count; index += 1) {
    // A signature must be last.
    const record = signature ? null : readRecord(bytes, at)
    if (!record) return null
    if (index < before) serial ??= readSerial(bytes, record)
    else if (record.type === type.OPT) {
      if (edns || record.owner !== '') return null
      edns = {
        udpBytes: record.class,
        version: (record.ttl >>> 16) & 0xff,
        wantsDnssec: (record.ttl & 0x8000) !== 0,
      }
    } else if (record.type === type.TSIG) {
      signature = readSignature(bytes, at, record)
      if (!signature) return null
    }
    at = record.end
  }
  return at === bytes.length ? { edns, signature, serial } : null
}

/** Parses a query; null when it deserves no answer: it has no header, or is an answer itself. */
export function readQuery(bytes: Buffer): Query | Malformed | null {
  if (bytes.length < headerBytes) return null
  const id = u16(bytes, 0)
  const flags = u16(bytes, 2)
  if (flags & 0x8000) return null
  const code = (flags >>> 11) & 15
  const refuse = (rcode: number, questionEnd: number | null = null) => ({ id, flags, rcode, questionEnd })
  if (code === opcode.update) return refuse(rcode.refused)
  if (code !== opcode.query) return refuse(rcode.notImplemented)
  if (u16(bytes, 4) !== 1) return refuse(rcode.formatError)
  const nameEnd = endOfPlainName(bytes, headerBytes)
  const questionEnd = nameEnd + 4
  if (nameEnd < 0 || questionEnd > bytes.length) return refuse(rcode.formatError)
  const question = {
    id,
    flags,
    opcode: code,
    name: bytes.toString('latin1', headerBytes, nameEnd - 1).toLowerCase(),
    type: u16(bytes, nameEnd),
    class: u16(bytes, nameEnd + 2),
    questionEnd,
  }
  const rest = readRest(bytes, questionEnd)
  return rest ? { ...question, ...rest } : refuse(rcode.formatError, questionEnd)
}
