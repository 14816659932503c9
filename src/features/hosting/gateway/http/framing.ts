import { type Field, fieldValues } from '#shared/http/fields.ts'

/** How the end of a body is found. `close`: at the end of the connection, which only a response may use. */
export type Framing =
  | { kind: 'none' }
  | { kind: 'length'; bytes: number }
  | { kind: 'chunked' }
  | { kind: 'close' }

const digits = /^\d{1,15}$/

/**
 * The framing that the headers declare, `none` without any; null when they are ambiguous: a length with chunks, two of either,
 * another coding, an invalid length (RFC 9112 section 6.3).
 */
function framingSaid(fields: readonly Field[]): Framing | null {
  const codings = fieldValues(fields, 'transfer-encoding')
  const lengths = fieldValues(fields, 'content-length')
  if (codings.length + lengths.length === 0) return { kind: 'none' }
  if (codings.length + lengths.length > 1) return null
  const [length] = lengths
  if (length === undefined) return codings[0]?.toLowerCase() === 'chunked' ? { kind: 'chunked' } : null
  return digits.test(length) ? { kind: 'length', bytes: Number(length) } : null
}

/** The framing of a request's body; null when the request must be refused. HTTP/1.0 has no chunks. */
export function requestFraming(fields: readonly Field[], isHttp10: boolean): Framing | null {
  const said = framingSaid(fields)
  if (said?.kind === 'chunked' && isHttp10) return null
  return said?.kind === 'length' && said.bytes === 0 ? { kind: 'none' } : said
}

/** Whether a response has no body whatever its headers say (RFC 9110 section 6.4.1). */
const isBodiless = (method: string, status: number): boolean =>
  method === 'HEAD' || status < 200 || status === 204 || status === 304

/** The framing of a response body; null when the upstream connection cannot be trusted. */
export function answerFraming(fields: readonly Field[], method: string, status: number): Framing | null {
  const said = framingSaid(fields)
  if (said === null) return null
  if (isBodiless(method, status)) return { kind: 'none' }
  return said.kind === 'none' ? { kind: 'close' } : said
}
