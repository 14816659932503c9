import { maxHeadBytes } from '../contract/rules.ts'
import { addressesIn } from '../service/authors.ts'

/** Octets of the header section of a message that is here, which has the traces of its way as well. */
const maxStoredHeadBytes = 2 * maxHeadBytes
const end = '\r\n\r\n'

/** A header field: its name as it is written, and its line with the folding, without the last CRLF. */
export type Field = { name: string; line: string }

/** The head of a message: its fields in order, and how many bytes it has with the empty line. */
export type Head = {
  fields: Field[]
  bytes: number
  /** It has lines that are no fields. */
  isMalformed: boolean
}

export const named = (fields: readonly Field[], name: string): Field[] =>
  fields.filter((field) => field.name.toLowerCase() === name.toLowerCase())

/** What a field says, its folding undone. */
export const textOf = ({ name, line }: Field): string =>
  line
    .slice(name.length + 1)
    .replaceAll(/\r\n(?=[ \t])/g, '')
    .trim()

/** The values of all fields of a name. */
export const valuesIn =
  (fields: readonly Field[]) =>
  (name: string): string[] =>
    named(fields, name).map(textOf)

function readFields(text: string): Pick<Head, 'fields' | 'isMalformed'> {
  const lines = text === '' ? [] : text.split(/\r\n(?![ \t])/)
  const fields = lines.flatMap((line) => {
    const name = /^([!-9;-~]+)[ \t]*:/.exec(line)?.[1]
    return name === undefined ? [] : [{ name, line }]
  })
  return { fields, isMalformed: fields.length < lines.length || text.includes('\0') }
}

const blank = Buffer.from('\r\n')

function parseStart(start: Buffer, isAll: boolean): Head | null {
  if (start.subarray(0, 2).equals(blank)) return { ...readFields(''), bytes: 2 }
  const at = start.indexOf(end)
  if (at >= 0) return { ...readFields(start.subarray(0, at).toString('latin1')), bytes: at + end.length }
  const text = start.toString('latin1').replace(/\r\n$/, '')
  return isAll ? { ...readFields(text), bytes: start.length } : null
}

/** Octets of the header section in what has come so far: up to the empty line, or all. */
function sectionBytes(start: Buffer): number {
  if (start.subarray(0, 2).equals(blank)) return 0
  const at = start.indexOf(end)
  return at < 0 ? start.length : at + blank.length
}

async function takeHead(
  pieces: AsyncIterator<Uint8Array>,
  maxBytes: number,
): Promise<{ head: Head | null; start: Buffer }> {
  let start = Buffer.alloc(0)
  let isAll = false
  // Beyond the limit, the CR of the empty line may have come.
  while (start.length <= maxBytes + 1 && !start.includes(end) && !start.subarray(0, 2).equals(blank)) {
    const { value, done } = await pieces.next()
    isAll = done === true
    if (isAll) break
    start = Buffer.concat([start, value])
  }
  return { head: sectionBytes(start) > maxBytes ? null : parseStart(start, isAll), start }
}

/**
 * The head of a message whose lines end by CRLF, null when it is larger than that of a message may be; and the bytes behind it,
 * which can be read once.
 */
export async function splitHead(
  content: AsyncIterable<Uint8Array>,
): Promise<{ head: Head | null; rest: AsyncIterable<Uint8Array> }> {
  const pieces = content[Symbol.asyncIterator]()
  const { head, start } = await takeHead(pieces, maxHeadBytes)
  async function* rest() {
    yield start.subarray(head?.bytes ?? 0)
    for (let next = await pieces.next(); !next.done; next = await pieces.next()) yield next.value
  }
  return { head, rest: rest() }
}

/** The head alone of a message that is here; nothing else is read, and null when it is larger than one may become. */
export async function readHead(content: AsyncIterable<Uint8Array>): Promise<Head | null> {
  const pieces = content[Symbol.asyncIterator]()
  try {
    return (await takeHead(pieces, maxStoredHeadBytes)).head
  } finally {
    await pieces.return?.()
  }
}

/** The addresses in a field such as From. */
export const addressesOf = (field: Field): string[] => addressesIn(textOf(field))
