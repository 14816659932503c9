import { EngineRefused } from '../database-engine.ts'
import { advance, backslash, isBlank, needsMore, newline, newScan, type Scan, semicolon } from './scan.ts'

/** A statement without its semicolon; `start` is its offset in the bytes of the text, `line` counts from 1. */
export type Statement = {
  kind: 'statement'
  bytes: Buffer
  start: number
  line: number
  /** Its first words in capitals. */
  words: string[]
  /** Whether data follows in the text. */
  isCopy: boolean
}

/** A command of psql: a backslash and the rest of its line. */
export type ClientCommand = { kind: 'command'; command: string; line: number }

/** In bytes. Data comes by COPY, or by many statements. */
const longest = 64 * 1_024 * 1_024
const mark = Buffer.from([0xef, 0xbb, 0xbf])

type Chunks = AsyncIterator<Uint8Array> | Iterator<Uint8Array>

/**
 * SQL as psql reads it, from bytes of any encoding that contains ASCII: one statement after the other, as the server is to get
 * them. Memory holds one statement, and of the data of a COPY one piece.
 */
export class Script {
  readonly #source: Chunks
  #held = Buffer.alloc(0)
  #length = 0
  #at = 0
  /** Bytes that went before those that are held. */
  #before = 0
  #line = 1
  /** Up to where lines have been counted. */
  #counted = 0
  #isLast = false
  #isStandard = true

  constructor(source: AsyncIterable<Uint8Array> | Iterable<Uint8Array>) {
    this.#source = Symbol.asyncIterator in source ? source[Symbol.asyncIterator]() : source[Symbol.iterator]()
  }

  get #input() {
    return { bytes: this.#held.subarray(0, this.#length), isLast: this.#isLast }
  }

  async #read(): Promise<void> {
    const { done, value } = await this.#source.next()
    if (done || value === undefined) {
      this.#isLast = true
      return
    }
    const length = this.#length + value.length
    if (length > this.#held.length) {
      const larger = Buffer.allocUnsafe(Math.max(2 * this.#held.length, length))
      this.#held.copy(larger, 0, 0, this.#length)
      this.#held = larger
    }
    this.#held.set(value, this.#length)
    this.#length = length
  }

  /** What lies before the position is forgotten. */
  #drop(): void {
    this.#countTo(this.#at)
    this.#held.copyWithin(0, this.#at, this.#length)
    this.#length -= this.#at
    this.#before += this.#at
    this.#counted -= this.#at
    this.#at = 0
  }

  #countTo(end: number): number {
    const { bytes } = this.#input
    for (let at = bytes.indexOf(newline, this.#counted); at >= 0 && at < end; ) {
      this.#line += 1
      at = bytes.indexOf(newline, at + 1)
    }
    this.#counted = Math.max(this.#counted, end)
    return this.#line
  }

  async #skipMark(): Promise<void> {
    while (this.#length < mark.length && !this.#isLast) await this.#read()
    if (this.#held.subarray(0, Math.min(this.#length, mark.length)).equals(mark)) this.#at = mark.length
  }

  /** The next statement or command; null at the end. @throws EngineRefused for a statement that is too long */
  async next(): Promise<Statement | ClientCommand | null> {
    if (this.#before === 0 && this.#at === 0) await this.#skipMark()
    this.#drop()
    let scan = newScan()
    let start = 0
    for (;;) {
      if (this.#at >= this.#length) {
        if (this.#isLast) return scan.hasText ? this.#take(scan, start, this.#at) : null
        if (start === this.#at) {
          this.#drop()
          start = 0
        }
        await this.#read()
        continue
      }
      const { input, byte } = { input: this.#input, byte: this.#held[this.#at] ?? 0 }
      if (scan.within === 'plain' && byte === backslash) return this.#readCommand()
      if (scan.within === 'plain' && byte === semicolon && scan.parenDepth === 0 && scan.bodyDepth === 0) {
        this.#at += 1
        if (scan.hasText) return this.#take(scan, start, this.#at - 1)
        scan = newScan()
        start = this.#at
        continue
      }
      const isBefore = !scan.hasText && scan.within === 'plain'
      const next = advance(scan, input, this.#at, this.#isStandard)
      if (next === needsMore) await this.#read()
      else {
        this.#at = next
        if (isBefore && isBlank(byte)) start = next
      }
      if (this.#at - start > longest)
        throw new EngineRefused(`Line ${this.#countTo(start)}: the statement is longer than 64 MiB.`)
    }
  }

  #take({ words }: Scan, start: number, end: number): Statement {
    const bytes = Buffer.from(this.#held.subarray(start, end))
    const line = this.#countTo(start)
    if (words[0] === 'SET' && words[1] === 'STANDARD_CONFORMING_STRINGS')
      this.#isStandard = !/\b(off|false|0)\b/i.test(bytes.toString('latin1'))
    const isCopy = words[0] === 'COPY' && /\bfrom\s+stdin\b/i.test(bytes.subarray(-2_048).toString('latin1'))
    return { kind: 'statement', bytes, start: this.#before + start, line, words, isCopy }
  }

  /** The offset of the next end of a line, or of the end of everything. */
  async #findNewline(): Promise<number> {
    for (let from = this.#at; ; from = this.#length) {
      while (from >= this.#length && !this.#isLast) await this.#read()
      const found = this.#input.bytes.indexOf(newline, from)
      if (found >= 0 || this.#isLast) return found >= 0 ? found : this.#length
    }
  }

  async #readCommand(): Promise<ClientCommand> {
    const line = this.#countTo(this.#at)
    const end = await this.#findNewline()
    const command = this.#held.toString('utf8', this.#at, end).trim()
    this.#at = end
    return { kind: 'command', command, line }
  }

  /**
   * The data behind a COPY … FROM stdin, without the line `\.` that ends it, in pieces of whole lines where these are short.
   * A piece is only valid until the next one is asked for.
   */
  async *copyData(): AsyncGenerator<Buffer> {
    this.#at = Math.min((await this.#findNewline()) + 1, this.#length)
    let isWithinLine = false
    for (;;) {
      this.#drop()
      const { bytes, isLast } = this.#input
      const end = isWithinLine ? -1 : findEnd(bytes, isLast)
      if (end >= 0) {
        if (end > 0) yield bytes.subarray(0, end)
        this.#at = end
        this.#at = Math.min((await this.#findNewline()) + 1, this.#length)
        return
      }
      const lines = isLast ? bytes.length : bytes.lastIndexOf(newline) + 1
      // A line longer than a piece is passed on as it comes.
      const cut = lines === 0 && bytes.length > 65_536 ? bytes.length : lines
      if (cut > 0) {
        isWithinLine = bytes[cut - 1] !== newline
        yield bytes.subarray(0, cut)
        this.#at = cut
      }
      if (isLast) return
      if (isWithinLine) {
        this.#drop()
        await this.#read()
        const rest = this.#input.bytes.indexOf(newline)
        const upTo = rest >= 0 ? rest + 1 : this.#length
        if (upTo > 0) yield this.#held.subarray(0, upTo)
        this.#at = upTo
        isWithinLine = rest < 0 && !this.#isLast
      } else await this.#read()
    }
  }
}

/** Where in whole lines of data the line `\.` begins; -1 without one. */
function findEnd(bytes: Buffer, isLast: boolean): number {
  for (let at = 0; ; ) {
    const found = bytes.indexOf('\\.', at)
    if (found < 0) return -1
    const next = bytes[found + 2] === 0x0d ? bytes[found + 3] : bytes[found + 2]
    const isAlone = next === newline || (next === undefined && isLast)
    if (isAlone && (found === 0 || bytes[found - 1] === newline)) return found
    at = found + 2
  }
}
