import { createHmac, timingSafeEqual } from 'node:crypto'
import { classAny, type } from '../wire/codes.ts'
import { type Name, toName } from '../wire/name.ts'
import type { Signature } from '../wire/query.ts'
import type { Writer } from '../wire/writer.ts'

// Signatures of messages with a shared key, RFC 8945.

export type TsigKey = { name: Name; secret: Buffer }

export const tsigError = { none: 0, badSignature: 16, badKey: 17, badTime: 18 } as const

const algorithm = toName('hmac-sha256')
/** Allowed clock difference in seconds. */
const fudge = 300

const recordHeadBytes = 10
/** Time, fudge, original id, error and the lengths of the variable parts. */
const fixedBytes = 16
const macBytes = 32

const u16 = (value: number): Buffer => Buffer.from([value >>> 8, value & 0xff])

function time(seconds: number): Buffer {
  const bytes = Buffer.alloc(6)
  bytes.writeUIntBE(seconds, 0, 6)
  return bytes
}

const secondsOf = (now: Date): number => Math.floor(now.getTime() / 1_000)

const wire = (name: Name): Buffer => Buffer.from(`${name}\0`, 'latin1')

const hmac = ({ secret }: TsigKey, parts: readonly Uint8Array[]): Buffer =>
  createHmac('sha256', secret).update(Buffer.concat(parts)).digest()

/** Signed data beside the message. */
const variables = (key: TsigKey, timers: Buffer, end: Buffer): Buffer[] => [
  wire(key.name),
  Buffer.from([0, classAny, 0, 0, 0, 0]),
  wire(algorithm),
  timers,
  end,
]

/** The unsigned form of the message. */
function unsigned(bytes: Buffer, { start, originalId }: Signature): Buffer {
  const message = Buffer.from(bytes.subarray(0, start))
  message.writeUInt16BE(originalId, 0)
  message.writeUInt16BE(message.readUInt16BE(10) - 1, 10)
  return message
}

/** The error for the sender; `none` for a valid and current signature. */
export function verify(bytes: Buffer, signature: Signature, key: TsigKey | null, now: Date): number {
  if (!key || signature.key !== key.name || signature.algorithm !== algorithm) return tsigError.badKey
  const timers = Buffer.concat([time(signature.signedAt), u16(signature.fudge)])
  const expected = hmac(key, [unsigned(bytes, signature), ...variables(key, timers, signature.tail)])
  if (signature.mac.length !== expected.length || !timingSafeEqual(signature.mac, expected))
    return tsigError.badSignature
  return Math.abs(secondsOf(now) - signature.signedAt) > signature.fudge ? tsigError.badTime : tsigError.none
}

type Signing = {
  now: Date
  /** The previous signature: of the request, or of the previous message in a transfer. */
  previous?: Buffer
  /** From the second message of a transfer on, only the time is covered. */
  isContinued?: boolean
}

function writeRecord(w: Writer, key: Name, originalId: number, timers: Buffer, mac: Buffer, end: Buffer) {
  const data = Buffer.concat([wire(algorithm), timers, u16(mac.length), mac, u16(originalId), end])
  w.name(key)
  w.recordHead(type.TSIG, classAny, 0, data.length)
  w.raw(data)
  w.setU16(10, w.bytes.readUInt16BE(10) + 1)
}

const previousPart = (previous: Buffer | undefined): Buffer[] =>
  previous ? [u16(previous.length), previous] : []

/** The length that a signature adds. */
export const signatureBytesOf = ({ key }: Signature): number =>
  key.length + 1 + recordHeadBytes + algorithm.length + 1 + fixedBytes + macBytes

/** Signs the message in `w`; returns the signature. */
export function sign(w: Writer, key: TsigKey, { now, previous, isContinued }: Signing): Buffer {
  const timers = Buffer.concat([time(secondsOf(now)), u16(fudge)])
  const end = Buffer.concat([u16(tsigError.none), u16(0)])
  const covered = isContinued ? [timers] : variables(key, timers, end)
  const mac = hmac(key, [...previousPart(previous), w.written, ...covered])
  writeRecord(w, key.name, w.bytes.readUInt16BE(0), timers, mac, end)
  return mac
}

/**
 * Reports why a signature was rejected. Only a holder of the key with a wrong clock gets a signed report, with the server's
 * time.
 */
export function writeRefusedSignature(
  w: Writer,
  { signature, error, key, now }: { signature: Signature; error: number; key: TsigKey | null; now: Date },
): void {
  const timers = Buffer.concat([time(signature.signedAt), u16(signature.fudge)])
  const isTime = error === tsigError.badTime
  const other = isTime ? time(secondsOf(now)) : Buffer.alloc(0)
  const end = Buffer.concat([u16(error), u16(other.length), other])
  const mac =
    isTime && key
      ? hmac(key, [...previousPart(signature.mac), w.written, ...variables(key, timers, end)])
      : Buffer.alloc(0)
  writeRecord(w, signature.key, signature.originalId, timers, mac, end)
}
