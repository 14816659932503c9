import { ednsUdpBytes, flag, headerBytes, type } from './codes.ts'
import type { Malformed, Query } from './query.ts'
import type { Writer } from './writer.ts'

/** The length that EDNS adds. */
export const optBytes = 11

/** Adds EDNS to the answer if the query had it; `code` is the whole code, of whose bits the header has four. */
export function writeOpt(w: Writer, { edns }: Query, code: number): void {
  if (!edns) return
  w.u8(0)
  w.u16(type.OPT)
  w.u16(ednsUdpBytes)
  w.u8(code >>> 4)
  w.u8(0)
  w.u16(edns.wantsDnssec ? 0x8000 : 0)
  w.u16(0)
  w.setU16(10, w.bytes.readUInt16BE(10) + 1)
}

/** The header and the question in its original spelling. */
export function begin(w: Writer, message: Buffer, query: Query | Malformed, bits: number): void {
  w.length = 0
  w.u16(query.id)
  w.u16(flag.response | (query.flags & 0x7800) | (query.flags & flag.wantsRecursion) | bits)
  w.u16(query.questionEnd === null ? 0 : 1)
  for (let count = 0; count < 3; count += 1) w.u16(0)
  if (query.questionEnd !== null) w.raw(message.subarray(headerBytes, query.questionEnd))
}
