import type { Framing } from './framing.ts'

/** A part of a body: its bytes without framing, and the position of its end in the input; -1 while it continues. */
export type BodyPart = { data: Buffer[]; end: number }

/** Finds the end of one body in the bytes of its connection. */
export interface BodyReader {
  readonly framing: Framing['kind']
  readonly isDone: boolean
  /** @throws BodyError when the bytes do not have this framing */
  read(bytes: Buffer): BodyPart
}

/** Bytes that do not match the framing of their body: nothing after them can be trusted. */
class BodyError extends Error {}

const nothing = Buffer.alloc(0)
const chunkLine = /^([0-9a-fA-F]{1,12})(?:[\t ]*;[\t\x20-\x7e\x80-\xff]*)?$/
/** Longest line of chunk framing, and bytes of all trailer lines. */
const maxLineBytes = 1_024
const maxTrailerBytes = 8 * 1_024

function readLength(total: number): BodyReader {
  let remaining = total
  return {
    framing: 'length',
    get isDone() {
      return remaining === 0
    },
    read(bytes) {
      const data = bytes.length > remaining ? bytes.subarray(0, remaining) : bytes
      remaining -= data.length
      return { data: data.length > 0 ? [data] : [], end: remaining === 0 ? data.length : -1 }
    },
  }
}

/** Reads a line from the bytes at `at`; its earlier part is in `begun`. Null while its end is missing. */
function takeLine(begun: Buffer, bytes: Buffer, at: number): { line: string; next: number } | null {
  const end = bytes.indexOf('\n', at, 'latin1')
  const stop = end < 0 ? bytes.length : end
  if (begun.length + stop - at > maxLineBytes) throw new BodyError('chunk framing line too long')
  if (end < 0) return null
  const whole = begun.toString('latin1') + bytes.toString('latin1', at, end)
  if (!whole.endsWith('\r') || whole.indexOf('\r') !== whole.length - 1)
    throw new BodyError('chunk framing line not terminated correctly')
  return { line: whole.slice(0, -1), next: end + 1 }
}

function sizeOf(line: string): number {
  const size = chunkLine.exec(line)?.[1]
  if (size === undefined) throw new BodyError('invalid chunk size')
  return Number.parseInt(size, 16)
}

/** RFC 9112 section 7.1; extensions and trailers are skipped, because nothing here uses them. */
class ChunkedReader implements BodyReader {
  readonly framing = 'chunked'
  isDone = false
  /** Missing bytes of the chunk; its final CRLF counts as a separate line. */
  #left = 0
  #expects: 'size' | 'data' | 'end of data' | 'trailer' = 'size'
  #begun: Buffer = nothing
  #trailerBytes = 0

  read(bytes: Buffer): BodyPart {
    const data: Buffer[] = []
    let at = 0
    while (at < bytes.length && !this.isDone) {
      if (this.#expects === 'data') {
        const part = bytes.subarray(at, at + this.#left)
        data.push(part)
        at += part.length
        this.#left -= part.length
        if (this.#left === 0) this.#expects = 'end of data'
        continue
      }
      const taken = takeLine(this.#begun, bytes, at)
      if (taken === null) {
        this.#begun = Buffer.concat([this.#begun, bytes.subarray(at)])
        return { data, end: -1 }
      }
      this.#begun = nothing
      at = taken.next
      this.#readLine(taken.line)
    }
    return { data, end: this.isDone ? at : -1 }
  }

  #readLine(line: string): void {
    if (this.#expects === 'size') {
      this.#left = sizeOf(line)
      this.#expects = this.#left === 0 ? 'trailer' : 'data'
    } else if (this.#expects === 'end of data') {
      if (line !== '') throw new BodyError('chunk longer than its size')
      this.#expects = 'size'
    } else {
      this.#trailerBytes += line.length + 2
      if (this.#trailerBytes > maxTrailerBytes) throw new BodyError('trailers too long')
      this.isDone = line === ''
    }
  }
}

const untilClose = (): BodyReader => ({
  framing: 'close',
  isDone: false,
  read: (bytes) => ({ data: [bytes], end: -1 }),
})

/** A reader for one body; without a body it is done immediately. */
export function createBodyReader(framing: Framing): BodyReader {
  if (framing.kind === 'chunked') return new ChunkedReader()
  if (framing.kind === 'close') return untilClose()
  return readLength(framing.kind === 'length' ? framing.bytes : 0)
}

const lineEnd = Buffer.from('\r\n')

const lastChunk = Buffer.from('0\r\n\r\n')

/** Encodes a part of a body in a framing; `isDone` adds the end. */
export function frameBody(framing: Framing, data: Buffer[], isDone: boolean): Buffer[] {
  if (framing.kind !== 'chunked') return data
  const whole = data.length === 1 && data[0] ? data[0] : Buffer.concat(data)
  const chunk = whole.length > 0 ? [Buffer.from(`${whole.length.toString(16)}\r\n`), whole, lineEnd] : []
  return isDone ? [...chunk, lastChunk] : chunk
}

/** Total number of bytes. */
export const sizeOfAll = (data: readonly Buffer[]): number =>
  data.reduce((sum, { length }) => sum + length, 0)
