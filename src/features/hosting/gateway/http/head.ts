import { type Field, readFields } from '#shared/http/fields.ts'

export type RequestHead = {
  method: string
  target: string
  isHttp10: boolean
  fields: Field[]
  /** Its size on the connection. */
  sizeBytes: number
}
export type AnswerHead = { status: number; reason: string; isHttp10: boolean; fields: Field[] }

/** The reason to refuse a request's head. */
export type HeadRefusal = 400 | 414 | 431 | 505

/** Limits of a head in bytes, and of its first line. */
const maxHeadBytes = 16 * 1_024
const maxLineBytes = 8 * 1_024
const maxFields = 100

const requestLine = /^([!#$%&'*+.^_`|~0-9A-Za-z-]{1,32}) ([\x21-\x7e]+) HTTP\/(\d)\.(\d)$/
const statusLine = /^HTTP\/1\.([01]) ([1-5]\d\d)(?: ([\t\x20-\x7e\x80-\xff]*))?$/
const carriageReturn = 0x0d
const lineFeed = 0x0a

/** The end of a head: its size in bytes, `refused` when its lines end incorrectly, null while it is incomplete. */
export type HeadEnd = number | 'refused' | null

/** Finds the end of a head that begins at the first byte. The first `seen` bytes were checked before. */
export function findHeadEnd(bytes: Buffer, seen = 0): HeadEnd {
  const end = bytes.indexOf('\r\n\r\n', Math.max(0, seen - 3), 'latin1')
  if (end >= 0) return end + 4
  for (let at = bytes.indexOf(lineFeed, seen); at >= 0; at = bytes.indexOf(lineFeed, at + 1)) {
    if (at === 0 || bytes[at - 1] !== carriageReturn) return 'refused'
  }
  return null
}

/** The reason to refuse a head before its end; null while it may still become valid. */
export function refuseUnfinished(bytes: Buffer): HeadRefusal | null {
  const line = bytes.indexOf(lineFeed)
  if ((line < 0 ? bytes.length : line) > maxLineBytes) return 414
  return bytes.length >= maxHeadBytes ? 431 : null
}

/** Parses a request's head, which ends with an empty line, as strictly as RFC 9112 permits a server. */
export function readRequestHead(bytes: Buffer): RequestHead | HeadRefusal {
  const [first = '', ...lines] = bytes.toString('latin1', 0, bytes.length - 4).split('\r\n')
  if (first.length > maxLineBytes) return 414
  if (bytes.length > maxHeadBytes || lines.length > maxFields) return 431
  const [, method, target, major, minor] = requestLine.exec(first) ?? []
  if (method === undefined || target === undefined) return 400
  if (major !== '1' || (minor !== '0' && minor !== '1')) return 505
  const fields = readFields(lines)
  return fields === null ? 400 : { method, target, isHttp10: minor === '0', fields, sizeBytes: bytes.length }
}

/** Parses the head of a web server's response; null when it is invalid. */
export function readAnswerHead(bytes: Buffer): AnswerHead | null {
  const [first = '', ...lines] = bytes.toString('latin1', 0, bytes.length - 4).split('\r\n')
  const [, minor, status, reason = ''] = statusLine.exec(first) ?? []
  const fields = readFields(lines)
  if (status === undefined || fields === null) return null
  return { status: Number(status), reason, isHttp10: minor === '0', fields }
}
