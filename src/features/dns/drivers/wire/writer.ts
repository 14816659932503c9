import { maxMessageBytes } from './codes.ts'
import type { Name } from './name.ts'

/** A message under construction in a buffer that is reused for the next one. */
export class Writer {
  readonly bytes = Buffer.allocUnsafe(maxMessageBytes)
  length = 0

  get written(): Buffer {
    return this.bytes.subarray(0, this.length)
  }

  /** A copy that the next message does not overwrite. */
  copy(): Buffer {
    return Buffer.from(this.written)
  }

  /** @throws RangeError when `count` more bytes do not fit in a message */
  private reserve(count: number): number {
    const at = this.length
    if (at + count > maxMessageBytes) throw new RangeError('the message is too long')
    this.length = at + count
    return at
  }

  u8(value: number): void {
    this.bytes[this.reserve(1)] = value
  }

  u16(value: number): void {
    this.setU16(this.reserve(2), value)
  }

  u32(value: number): void {
    const at = this.reserve(4)
    this.setU16(at, value >>> 16)
    this.setU16(at + 2, value & 0xffff)
  }

  setU16(at: number, value: number): void {
    this.bytes[at] = (value >>> 8) & 0xff
    this.bytes[at + 1] = value & 0xff
  }

  raw(bytes: Uint8Array): void {
    this.bytes.set(bytes, this.reserve(bytes.length))
  }

  /** A name without pointers. */
  name(name: Name): void {
    const at = this.reserve(name.length + 1)
    this.bytes.write(name, at, 'latin1')
    this.bytes[at + name.length] = 0
  }

  /** A pointer to an earlier name. */
  pointer(to: number): void {
    this.u16(0xc000 | to)
  }

  /** The part of a record between its owner and its data. */
  recordHead(type: number, recordClass: number, ttl: number, dataLength: number): void {
    this.u16(type)
    this.u16(recordClass)
    this.u32(ttl)
    this.u16(dataLength)
  }
}
