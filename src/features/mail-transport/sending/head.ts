import { maxHeadBytes } from '#features/mailboxes/contract/rules.ts'
import { type Field, isFieldLine, readFields } from '../message/head.ts'

/** Maximum octets of the header of a stored message, including its trace fields. */
const maxStoredHeadBytes = 2 * maxHeadBytes
const end = '\r\n\r\n'

/** The header of a message: its fields in order, and its size with the empty line. */
export type Head = {
  fields: Field[]
  bytes: number
  /** Whether it has lines that are no fields. */
  isMalformed: boolean
}

/** Parses a header section; lines that are no fields are left out. */
function readSection(section: Buffer): Pick<Head, 'fields' | 'isMalformed'> {
  const lines = readFields(section)
  const fields = lines.filter(({ raw }) => isFieldLine(raw))
  return { fields, isMalformed: fields.length < lines.length || section.includes(0) }
}

const blank = Buffer.from('\r\n')

function parseStart(start: Buffer, isAll: boolean): Head | null {
  if (start.subarray(0, 2).equals(blank)) return { fields: [], isMalformed: false, bytes: 2 }
  const at = start.indexOf(end)
  if (at >= 0) return { ...readSection(start.subarray(0, at)), bytes: at + end.length }
  return isAll ? { ...readSection(start), bytes: start.length } : null
}

/** Octets of the header section in the data so far: up to the empty line, or all. */
function sectionBytes(start: Buffer): number {
  if (start.subarray(0, 2).equals(blank)) return 0
  const at = start.indexOf(end)
  return at < 0 ? start.length : at + blank.length
}

async function readHeadSection(
  pieces: AsyncIterator<Uint8Array>,
  maxBytes: number,
): Promise<{ head: Head | null; start: Buffer }> {
  let start = Buffer.alloc(0)
  let isAll = false
  // The CR of the empty line may have arrived beyond the limit.
  while (start.length <= maxBytes + 1 && !start.includes(end) && !start.subarray(0, 2).equals(blank)) {
    const { value, done } = await pieces.next()
    isAll = done === true
    if (isAll) break
    start = Buffer.concat([start, value])
  }
  return { head: sectionBytes(start) > maxBytes ? null : parseStart(start, isAll), start }
}

/** The header of a message with CRLF line ends, null when it is too large; and the bytes after it, which can be read once. */
export async function splitHead(
  content: AsyncIterable<Uint8Array>,
): Promise<{ head: Head | null; rest: AsyncIterable<Uint8Array> }> {
  const pieces = content[Symbol.asyncIterator]()
  const { head, start } = await readHeadSection(pieces, maxHeadBytes)
  async function* rest() {
    yield start.subarray(head?.bytes ?? 0)
    for (let next = await pieces.next(); !next.done; next = await pieces.next()) yield next.value
  }
  return { head, rest: rest() }
}

/** Only the header of a stored message; null when it is too large. */
export async function readHead(content: AsyncIterable<Uint8Array>): Promise<Head | null> {
  const pieces = content[Symbol.asyncIterator]()
  try {
    return (await readHeadSection(pieces, maxStoredHeadBytes)).head
  } finally {
    await pieces.return?.()
  }
}
