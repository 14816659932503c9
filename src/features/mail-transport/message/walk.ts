import { boundariesOf } from './boundaries.ts'
import { isFieldLine, readFields } from './head.ts'
import { isEncoded, isShownMessage, type Message, type Part, parentsOf, readPart } from './parts.ts'

const maxHeldText = 262_144
const maxHeldTexts = 2_097_152
const maxHeldOther = 512
const maxParts = 5_000
const maxLevels = 40
const maxHeadBytes = 524_288
const maxSuspects = 5_000
const maxSuspectLines = 50
// RFC 5322 section 2.1.1 has 998.
const maxLineBytes = 65_536

const lineFeed = 10
const carriageReturn = 13
const hyphen = 45

/** A line without its line break, a character per byte. */
function lineOf(bytes: Buffer, from: number, to: number): string {
  let end = to
  if (bytes[end - 1] === lineFeed) {
    end -= 1
    if (end > from && bytes[end - 1] === carriageReturn) end -= 1
  }
  return bytes.toString('latin1', from, end)
}

/** The parser state of a message. */
type Walk = {
  message: Message
  /** The open multiparts, outermost first. */
  frames: { part: Part; boundaries: string[] }[]
  /** The part whose header is being read. */
  parent: Part | null
  /** The lines of the current header; null within a body. */
  head: string[] | null
  headBytes: number
  /** The part whose body is being read; null between parts. */
  current: Part | null
  /** The beginning of its body. */
  held: Buffer[]
  heldBytes: number
  /** Octets stored for all texts. */
  heldTextBytes: number
  /** The lines of a possible header; null where there is none. */
  suspect: string[] | null
  /** The last octets of the body. */
  last: number
  lastButOne: number
}

function hold(walk: Walk, part: Part, bytes: Buffer): void {
  const isText = /^(text|message|multipart)\//.test(part.type)
  const room = (isText ? maxHeldText : maxHeldOther) - walk.heldBytes
  if (room <= 0 || (isText && walk.heldTextBytes > maxHeldTexts)) return
  // Copied, so that a small slice does not retain its whole chunk.
  const piece = Buffer.from(bytes.subarray(0, room))
  walk.held.push(piece)
  walk.heldBytes += piece.length
  if (isText) walk.heldTextBytes += piece.length
}

function passBody(walk: Walk, bytes: Buffer): void {
  const { length } = bytes
  if (length > 0) {
    walk.lastButOne = bytes[length - 2] ?? walk.last
    walk.last = bytes[length - 1] ?? 0
  }
  if (walk.current) hold(walk, walk.current, bytes)
}

function endSuspect(walk: Walk): void {
  const { suspect, message } = walk
  walk.suspect = null
  if (!suspect || suspect.length === 0) return
  if (message.suspects.length >= maxSuspects) message.isOverbuilt = true
  else message.suspects.push(readFields(Buffer.from(suspect.join('\r\n'), 'latin1')))
}

function endBody(walk: Walk, end: number): void {
  endSuspect(walk)
  const { current } = walk
  walk.current = null
  if (!current) return
  current.end = Math.max(current.start, end)
  current.held = Buffer.concat(walk.held).subarray(0, current.end - current.start)
}

function beginHolding(walk: Walk, part: Part): void {
  walk.current = part
  walk.held = []
  walk.heldBytes = 0
}

function beginBody(walk: Walk, start: number): void {
  const { message, frames, parent, head } = walk
  const part = readPart(readFields(Buffer.from((head ?? []).join('\r\n'), 'latin1')), parent, start)
  walk.head = null
  walk.last = 0
  walk.lastButOne = 0
  const above = parentsOf(part)
  if (message.parts.length >= maxParts || above.length > maxLevels) {
    message.isOverbuilt = true
    return
  }
  message.parts.push(part)
  const boundaries = boundariesOf(part)
  if (boundaries.length > 0) {
    part.isContainer = true
    frames.push({ part, boundaries })
    // Some programs decode it first, against RFC 2045 section 6.4, and find other parts.
    if (isEncoded(part)) beginHolding(walk, part)
  } else if (isShownMessage(part, above)) {
    part.isContainer = true
    walk.parent = part
    walk.head = []
  } else {
    // A multipart without a boundary has no parts and is displayed unparsed.
    if (part.type.startsWith('multipart/')) part.type = 'text/plain'
    beginHolding(walk, part)
    if (part.type.startsWith('message/')) walk.suspect = []
  }
}

function frameAt({ frames }: Walk, line: string): { at: number; isEnd: boolean } | null {
  const said = line.slice(2).trimEnd()
  for (let at = frames.length - 1; at >= 0; at -= 1)
    for (const boundary of frames[at]?.boundaries ?? []) {
      if (said === boundary) return { at, isEnd: false }
      if (said === `${boundary}--`) return { at, isEnd: true }
    }
  return null
}

/** Whether the line at `start` is a delimiter, and whether another part follows it. */
function passDelimiter(walk: Walk, line: string, start: number): boolean {
  const found = line.startsWith('--') ? frameAt(walk, line) : null
  if (!found) return false
  if (walk.head) beginBody(walk, start)
  const { last, lastButOne } = walk
  endBody(walk, start - (last !== lineFeed ? 0 : lastButOne === carriageReturn ? 2 : 1))
  walk.frames.length = found.isEnd ? found.at : found.at + 1
  walk.parent = walk.frames[found.at]?.part ?? null
  walk.head = found.isEnd || walk.message.isOverbuilt ? null : []
  return true
}

function passHeadLine(walk: Walk, line: string, next: number): void {
  if (line === '') {
    beginBody(walk, next)
    return
  }
  walk.headBytes += line.length
  if (walk.headBytes > maxHeadBytes) walk.message.isOverbuilt = true
  else walk.head?.push(line)
}

function passSuspectLine(walk: Walk, line: string): void {
  const { suspect, message } = walk
  if (line.startsWith('--')) {
    endSuspect(walk)
    walk.suspect = message.isOverbuilt ? null : []
  } else if (suspect) {
    const isMore = isFieldLine(line) || (/^[ \t]/.test(line) && suspect.length > 0)
    if (isMore && suspect.length < maxSuspectLines) suspect.push(line)
    else endSuspect(walk)
  }
}

/**
 * Walks through a message in chunks of any size, in constant memory. Ambiguities are resolved as follows: the first of several
 * fields with the same name counts, each possible boundary of a multipart delimits it, and text after the end of a multipart is
 * ignored.
 */
function createWalk() {
  const message: Message = { parts: [], suspects: [], isOverbuilt: false }
  const walk: Walk = {
    message,
    frames: [],
    parent: null,
    head: [],
    headBytes: 0,
    current: null,
    held: [],
    heldBytes: 0,
    heldTextBytes: 0,
    suspect: null,
    last: 0,
    lastButOne: 0,
  }
  // Octets of the message before `rest`, which is at or within a line.
  let passed = 0
  let rest = Buffer.alloc(0)
  let isLineStart = true

  const passLine = (bytes: Buffer, from: number, to: number) => {
    const line = lineOf(bytes, from, to)
    if (passDelimiter(walk, line, passed + from)) return
    if (walk.head) return passHeadLine(walk, line, passed + to)
    passSuspectLine(walk, line)
    passBody(walk, bytes.subarray(from, to))
  }
  /** End of the skipped stretch of body; -1 where the next line needs checking. */
  const plainBodyFrom = (bytes: Buffer, from: number): number => {
    if (walk.head || walk.suspect) return -1
    if (bytes[from] === hyphen && (bytes[from + 1] ?? hyphen) === hyphen) return -1
    const next = bytes.indexOf('\n--', from)
    if (next >= 0) return next + 1
    const last = bytes.lastIndexOf(lineFeed)
    return last >= from ? last + 1 : bytes.length
  }
  const push = (chunk: Uint8Array, isLast = false) => {
    const bytes =
      rest.length > 0
        ? Buffer.concat([rest, chunk])
        : Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength)
    let from = message.isOverbuilt ? bytes.length : 0
    while (from < bytes.length) {
      const feed = () => bytes.indexOf(lineFeed, from)
      const body = isLineStart ? plainBodyFrom(bytes, from) : feed() + 1 || bytes.length
      if (body >= 0) {
        // The rest of an overlong header line.
        if (walk.head) message.isOverbuilt = true
        else passBody(walk, bytes.subarray(from, body))
        from = body
        isLineStart = bytes[body - 1] === lineFeed
        continue
      }
      const end = feed()
      if (end < 0 && bytes.length - from < maxLineBytes && !isLast) break
      // The beginning of an overlong line, which is still checked.
      const to = Math.min(end < 0 ? bytes.length : end + 1, from + maxLineBytes)
      passLine(bytes, from, to)
      from = to
      isLineStart = bytes[to - 1] === lineFeed
    }
    rest = Buffer.from(bytes.subarray(from))
    passed += from
  }
  const end = (): Message => {
    push(Buffer.alloc(0), true)
    while (walk.head && !message.isOverbuilt) beginBody(walk, passed)
    endBody(walk, passed)
    return message
  }
  return { push, end }
}

/** Reads a complete message. */
export function walkBytes(bytes: Uint8Array): Message {
  const walk = createWalk()
  walk.push(bytes)
  return walk.end()
}

/** Reads a message as a stream, once. */
export async function walkContent(content: AsyncIterable<Uint8Array>): Promise<Message> {
  const walk = createWalk()
  for await (const chunk of content) walk.push(chunk)
  return walk.end()
}
