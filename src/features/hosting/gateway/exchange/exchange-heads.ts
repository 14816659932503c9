import { STATUS_CODES } from 'node:http'
import { type Field, fieldValue, writeFields } from '#shared/http/fields.ts'
import type { Framing } from '../http/framing.ts'
import type { AnswerHead } from '../http/head.ts'
import type { SiteRequest } from './exchange-sides.ts'
import { answerFields, requestFields } from './headers.ts'

/** The start of an answer to a visitor. */
export type AnswerStart = { framing: Framing; isLast: boolean }

/** The header for the framing of a body that we send. */
function framingFields(framing: Framing): Field[] {
  if (framing.kind === 'length') return [['content-length', String(framing.bytes)]]
  return framing.kind === 'chunked' ? [['transfer-encoding', 'chunked']] : []
}

/** The framing towards a visitor, whose HTTP version may not support chunks. */
export const visitorFraming = (framing: Framing, isHttp10: boolean): Framing =>
  framing.kind === 'chunked' || framing.kind === 'close' ? { kind: isHttp10 ? 'close' : 'chunked' } : framing

/** The request head for the web server. */
export function writeRequestHead({ head, framing, route, sender }: SiteRequest): string {
  const fields = [...requestFields(head.fields, sender, route.prefix), ...framingFields(framing)]
  return `${head.method} ${route.path} HTTP/1.1\r\n${writeFields(fields)}\r\n`
}

/** The response head for the visitor; `isLast` announces the end of the connection. */
export function writeAnswerHead(
  request: SiteRequest,
  head: AnswerHead,
  { framing, isLast }: AnswerStart,
): string {
  const fields = answerFields(head.fields, request.route)
  // The length that the body would have.
  const isBare = request.head.method === 'HEAD' || head.status === 304
  const length = isBare ? fieldValue(head.fields, 'content-length') : undefined
  if (length !== undefined) fields.push(['content-length', length])
  fields.push(...framingFields(framing))
  if (isLast) fields.push(['connection', 'close'])
  const reason = head.reason || STATUS_CODES[head.status] || ''
  return `HTTP/1.1 ${head.status} ${reason}\r\n${writeFields(fields)}\r\n`
}
