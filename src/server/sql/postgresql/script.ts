import { kib } from '#shared/bytes.ts'
import { EngineRefused } from '../../system/programs/engine-refused.ts'
import { longestStatement, StatementSpool } from '../statement-spool.ts'
import {
  advance,
  type Bytes,
  backslash,
  isBlank,
  needsMore,
  newline,
  newScan,
  type Scan,
  semicolon,
} from './scan.ts'

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

/** A psql command: a backslash and the rest of its line. */
export type ClientCommand = { kind: 'command'; command: string; line: number }

/** In bytes, for psql commands and names of dollar quotes, which are read in one piece. */
const longestToken = 64 * kib
const mark = Buffer.from([0xef, 0xbb, 0xbf])

const memoryOnly = () => new StatementSpool(() => Promise.reject(new Error('this text has no spool')))

const setsStrings =
  /\bstandard_conforming_strings\b["']?\s*(?:=|\bto\b|,)\s*'?(on|off?|t(?:r(?:ue?)?)?|f(?:a(?:l(?:se?)?)?)?|y(?:es?)?|no?|1|0|default)\b/i

/**
 * Whether a backslash in a string is literal from this statement on (`standard_conforming_strings`); null if the statement does
 * not set it.
 */
function stringsAfter([first = '', second]: readonly string[], bytes: Buffer): boolean | null {
  if (first === 'RESET' || first === 'DISCARD')
    return second === 'STANDARD_CONFORMING_STRINGS' || second === 'ALL' ? true : null
  if (first !== 'SET' && first !== 'SELECT') return null
  const text = bytes.toString('latin1', 0, 4_096)
  if (first === 'SELECT' && !/\bset_config\s*\(/i.test(text)) return null
  const [, value] = setsStrings.exec(text) ?? []
  return value === undefined ? null : !/^(of|f|n|0)/i.test(value)
}

type Chunks = AsyncIterator<Uint8Array> | Iterator<Uint8Array>

/**
 * Parses SQL like psql, from bytes of any encoding that contains ASCII, into the statements to send to the server one after the
 * other. Memory holds a chunk of the source, and a statement once it is complete.
 */
export class Script {
  readonly #source: Chunks
  readonly #spool: StatementSpool
  /** Bytes of the source, scanned up to `#at`. */
  #input: Bytes = { bytes: Buffer.alloc(0), isLast: false }
  #at = 0
  /** The number of source bytes before the buffer. */
  #before = 0
  #line = 1
  /** Lines have been counted up to here. */
  #counted = 0
  /** The index in the buffer where the current statement continues; -1 without one. */
  #from = -1
  /** The start of the current statement, once a part of it is in the spool. */
  #begun: { start: number; line: number } | null = null
  #isStandard = true

  /** The spool holds the parts of a statement from earlier chunks; a text in one chunk does not need it. */
  constructor(source: AsyncIterable<Uint8Array> | Iterable<Uint8Array>, spool = memoryOnly()) {
    this.#source = Symbol.asyncIterator in source ? source[Symbol.asyncIterator]() : source[Symbol.iterator]()
    this.#spool = spool
  }

  get #length(): number {
    return this.#input.bytes.length
  }

  /** Appends the next chunk to the unscanned bytes; scanned bytes of a statement go to the spool. */
  async #read(): Promise<void> {
    const { done, value } = await this.#source.next()
    if (done || value === undefined) {
      this.#input = { ...this.#input, isLast: true }
      return
    }
    if (this.#from >= 0) await this.#keep(this.#at)
    this.#countTo(this.#at)
    const rest = this.#input.bytes.subarray(this.#at)
    const piece = Buffer.from(value.buffer, value.byteOffset, value.byteLength)
    this.#input = { bytes: rest.length === 0 ? piece : Buffer.concat([rest, piece]), isLast: false }
    this.#before += this.#at
    if (this.#from >= 0) this.#from = 0
    this.#at = 0
    this.#counted = 0
  }

  /** Moves the statement up to `end` to the spool. */
  async #keep(end: number): Promise<void> {
    const from = this.#from
    this.#from = end
    if (from === end) return
    this.#begun ??= { start: this.#before + from, line: this.#countTo(from) }
    await this.#spool.add(this.#input.bytes.subarray(from, end), this.#begun.line)
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
    while (this.#length < mark.length && !this.#input.isLast) await this.#read()
    if (this.#input.bytes.subarray(0, mark.length).equals(mark)) this.#at = mark.length
  }

  /** Ends the current statement, and begins the next at `from` if any. */
  async #leave(from: number): Promise<void> {
    if (this.#begun) await this.#spool.clear()
    this.#begun = null
    this.#from = from
  }

  /** The next statement or command; null at the end. @throws EngineRefused for one that is too long, EngineUnavailable */
  async next(): Promise<Statement | ClientCommand | null> {
    if (this.#before === 0 && this.#at === 0) await this.#skipMark()
    let scan = newScan()
    await this.#leave(this.#at)
    for (;;) {
      if (this.#at >= this.#length) {
        if (this.#input.isLast) return scan.hasText ? this.#take(scan, this.#at) : null
        await this.#read()
        continue
      }
      const byte = this.#input.bytes[this.#at] ?? 0
      if (scan.within === 'plain' && byte === backslash) return this.#readCommand()
      if (scan.within === 'plain' && byte === semicolon && scan.parenDepth === 0 && scan.bodyDepth === 0) {
        this.#at += 1
        if (scan.hasText) return this.#take(scan, this.#at - 1)
        scan = newScan()
        await this.#leave(this.#at)
        continue
      }
      const isBefore = !scan.hasText && scan.within === 'plain'
      const next = advance(scan, this.#input, this.#at, this.#isStandard)
      if (next === needsMore) await this.#readToken()
      else {
        this.#at = next
        if (isBefore && isBlank(byte)) await this.#leave(next)
      }
    }
  }

  /** As `#read`, for tokens that must be read in one piece. @throws EngineRefused when the token is too long */
  async #readToken(): Promise<void> {
    if (this.#length - this.#at > longestToken)
      throw new EngineRefused(
        `Line ${this.#countTo(this.#at)}: a psql command or dollar quote name is longer than 64 KB.`,
      )
    await this.#read()
  }

  async #take({ words }: Scan, end: number): Promise<Statement> {
    const { start, line } = this.#begun ?? {
      start: this.#before + this.#from,
      line: this.#countTo(this.#from),
    }
    const bytes = await this.#bytesTo(end)
    this.#isStandard = stringsAfter(words, bytes) ?? this.#isStandard
    const isCopy = words[0] === 'COPY' && /\bfrom\s+stdin\b/i.test(bytes.subarray(-2_048).toString('latin1'))
    return { kind: 'statement', bytes, start, line, words, isCopy }
  }

  /** The current statement, which ends there. */
  async #bytesTo(end: number): Promise<Buffer> {
    const from = this.#from
    if (!this.#begun && end - from <= longestStatement)
      return Buffer.from(this.#input.bytes.subarray(from, end))
    await this.#keep(end)
    return this.#spool.take()
  }

  async #readCommand(): Promise<ClientCommand> {
    await this.#leave(-1)
    const line = this.#countTo(this.#at)
    for (;;) {
      const { bytes, isLast } = this.#input
      const found = bytes.indexOf(newline, this.#at)
      if (found < 0 && !isLast) {
        await this.#readToken()
        continue
      }
      const command = bytes.toString('utf8', this.#at, found < 0 ? bytes.length : found).trim()
      this.#at = found < 0 ? bytes.length : found
      return { kind: 'command', command, line }
    }
  }

  async #skipLine(): Promise<void> {
    for (;;) {
      const { bytes, isLast } = this.#input
      const found = bytes.indexOf(newline, this.#at)
      this.#at = found < 0 ? bytes.length : found + 1
      if (found >= 0 || isLast) return
      await this.#read()
    }
  }

  /**
   * The data after a COPY … FROM stdin, without the line `\.` that ends it, in pieces of whole lines where these are short. The
   * caller must read it before the next statement.
   */
  async *copyData(): AsyncGenerator<Buffer> {
    await this.#leave(-1)
    await this.#skipLine()
    let isWithinLine = false
    for (;;) {
      const { isLast }: Bytes = this.#input
      const bytes: Buffer = this.#input.bytes.subarray(this.#at)
      const end: number = isWithinLine ? -1 : findEnd(bytes, isLast)
      const cut: number = end >= 0 ? end : isWithinLine ? restOfLine(bytes) : wholeLines(bytes, isLast)
      this.#at += cut
      if (cut > 0) {
        isWithinLine = bytes[cut - 1] !== newline
        yield bytes.subarray(0, cut)
      }
      if (end >= 0) return this.#skipLine()
      if (this.#at < this.#length && cut > 0) continue
      if (isLast) return
      await this.#read()
    }
  }
}

/** The number of bytes of the line that continues here. */
function restOfLine(bytes: Buffer): number {
  const found = bytes.indexOf(newline)
  return found < 0 ? bytes.length : found + 1
}

/** The number of bytes that can be passed on. A line longer than a chunk is passed on as it arrives. */
function wholeLines(bytes: Buffer, isLast: boolean): number {
  const lines = isLast ? bytes.length : bytes.lastIndexOf(newline) + 1
  return lines === 0 && bytes.length > longestToken ? bytes.length : lines
}

/** The index of the line `\.` within whole lines of data; -1 without one. */
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
