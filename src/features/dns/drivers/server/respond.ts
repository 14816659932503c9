import { plainAddress } from '#shared/address.ts'
import { transferMessages, writeSerial } from '../transfer/transfer.ts'
import {
  sign,
  signatureBytesOf,
  type TsigKey,
  tsigError,
  verify,
  writeRefusedSignature,
} from '../transfer/tsig.ts'
import {
  classIn,
  ednsUdpBytes,
  flag,
  headerBytes,
  maxMessageBytes,
  plainUdpBytes,
  rcode,
  type,
} from '../wire/codes.ts'
import { type Query, readQuery } from '../wire/query.ts'
import { begin, optBytes, writeOpt } from '../wire/reply.ts'
import { Writer } from '../wire/writer.ts'
import { writeAnswer } from '../zone/lookup.ts'
import type { Zones } from '../zone/zones.ts'

export type ResponderOptions = {
  zones: Zones
  /** Whether all zones have been loaded; until then every query fails. */
  isReady(): boolean
  key: TsigKey | null
  /** Addresses that may transfer zones. */
  secondaries: ReadonlySet<string>
  now(): Date
}

type Peer = { address: string; isTcp: boolean }

/** Answers messages; the result is valid until the next call. */
export interface Responder {
  /** The answer, the messages of a transfer, or null when there is none. */
  answer(message: Buffer, peer: Peer): Buffer | Iterator<Buffer> | null
  /** A truncated answer, which makes the client retry over TCP, or null. */
  truncate(message: Buffer): Buffer | null
}

/** Longer answers are not cached. */
const rememberedBytes = 2_048
/** An answer to ANY over UDP may be this many times as long as its query. */
const anyFactor = 1.5
const firstMetaType = 128
const isMeta = (asked: number): boolean => asked >= firstMetaType && asked <= type.ANY && asked !== type.ANY

export function createResponder({ zones, isReady, key, secondaries, now }: ResponderOptions): Responder {
  const w = new Writer()

  const fail = (message: Buffer, query: Query, code: number): void => {
    begin(w, message, query, code & 15)
    writeOpt(w, query, code)
  }

  /** Header, question and records. */
  const look = (message: Buffer, query: Query): void => {
    const asked = query.name + String.fromCharCode(query.type)
    const known = zones.recall(asked)
    if (known) {
      w.length = 0
      w.raw(known)
      message.copy(w.bytes, headerBytes, headerBytes, query.questionEnd)
      w.setU16(0, query.id)
      w.setU16(2, w.bytes.readUInt16BE(2) | (query.flags & flag.wantsRecursion))
      return
    }
    begin(w, message, query, 0)
    const question = { name: query.name, type: query.type, wantsDnssec: query.edns?.wantsDnssec ?? false }
    const outcome = writeAnswer(w, zones, { ...question, now: now() })
    const { rcode, isAuthoritative, answers, authority, additional } = outcome
    const bits = flag.response | (isAuthoritative ? flag.authoritative : 0) | rcode
    w.setU16(2, bits)
    w.setU16(6, answers)
    w.setU16(8, authority)
    w.setU16(10, additional)
    if (outcome.isLasting && w.length <= rememberedBytes) zones.remember(asked, w.copy())
    w.setU16(2, bits | (query.flags & flag.wantsRecursion))
  }

  const limitOf = ({ edns, type: asked }: Query, message: Buffer, { isTcp }: Peer): number => {
    if (isTcp) return maxMessageBytes
    const limit = edns ? Math.min(Math.max(edns.udpBytes, plainUdpBytes), ednsUdpBytes) : plainUdpBytes
    return asked === type.ANY ? Math.min(limit, message.length * anyFactor) : limit
  }

  const lookWithin = (message: Buffer, query: Query, peer: Peer): void => {
    const reserved = (query.edns ? optBytes : 0) + (query.signature ? signatureBytesOf(query.signature) : 0)
    let isWhole = true
    try {
      look(message, query)
    } catch (error) {
      if (!(error instanceof RangeError)) throw error
      isWhole = false
    }
    if (isWhole && w.length + reserved <= limitOf(query, message, peer)) writeOpt(w, query, 0)
    else if (peer.isTcp) fail(message, query, rcode.serverFailure)
    else {
      begin(w, message, query, flag.truncated | flag.authoritative)
      writeOpt(w, query, 0)
    }
  }

  const transfer = (message: Buffer, query: Query, peer: Peer): Iterator<Buffer> | null => {
    const zone = zones.get(query.name)
    const isAllowed = query.signature !== null || secondaries.has(plainAddress(peer.address))
    const isPossible = peer.isTcp || query.type === type.IXFR
    if (!zone || !isAllowed || !isPossible) {
      fail(message, query, zone || !isAllowed ? rcode.refused : rcode.notAuthoritative)
      return null
    }
    const isCurrent = query.serial !== null && ((zone.serial - query.serial) | 0) <= 0
    if (peer.isTcp && !(query.type === type.IXFR && isCurrent)) {
      return transferMessages(zone, { message, query, key: query.signature ? key : null, now })
    }
    begin(w, message, query, flag.authoritative)
    writeSerial(w, zone)
    writeOpt(w, query, 0)
    return null
  }

  /** Fills `w`, or returns the messages of a transfer. */
  const respond = (message: Buffer, query: Query, peer: Peer): Iterator<Buffer> | null => {
    if (query.edns && query.edns.version !== 0) fail(message, query, rcode.badVersion)
    else if (query.class !== classIn) fail(message, query, rcode.refused)
    else if (query.type === type.OPT) fail(message, query, rcode.formatError)
    else if (!isReady()) fail(message, query, rcode.serverFailure)
    else if (query.type === type.AXFR || query.type === type.IXFR) return transfer(message, query, peer)
    else if (isMeta(query.type)) fail(message, query, rcode.notImplemented)
    else lookWithin(message, query, peer)
    return null
  }

  const read = (message: Buffer): Query | null => {
    const query = readQuery(message)
    if (query && 'edns' in query) return query
    w.length = 0
    if (query) begin(w, message, query, query.rcode)
    return null
  }

  return {
    answer(message, peer) {
      const query = read(message)
      if (!query) return w.length === 0 ? null : w.written
      const { signature } = query
      if (!signature) return respond(message, query, peer) ?? w.written
      const error = verify(message, signature, key, now())
      if (error !== tsigError.none || !key) {
        begin(w, message, query, rcode.notAuthoritative)
        writeRefusedSignature(w, { signature, error, key, now: now() })
        return w.written
      }
      const messages = respond(message, query, peer)
      if (messages) return messages
      sign(w, key, { now: now(), previous: signature.mac })
      return w.written
    },
    truncate(message) {
      const query = read(message)
      if (!query) return w.length === 0 ? null : w.written
      begin(w, message, query, flag.truncated)
      writeOpt(w, query, 0)
      return w.written
    },
  }
}
