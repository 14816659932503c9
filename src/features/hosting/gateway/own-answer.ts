import { STATUS_CODES } from 'node:http'
import { type Field, writeFields } from '#shared/http/fields.ts'
import type { Route } from './sites/route.ts'

/** A response of the gateway itself, before its framing. */
export type OwnAnswer = { status: number; fields: Field[]; body: string }

/** The answer to a request that matches no site. */
export function answerOf(route: Extract<Route, { kind: 'redirect' | 'challenge' }>): OwnAnswer {
  const fresh: Field = ['cache-control', 'no-store']
  return route.kind === 'redirect'
    ? { status: route.status, fields: [fresh, ['location', route.location]], body: '' }
    : { status: 200, fields: [fresh, ['content-type', 'text/plain']], body: route.text }
}

/** Encodes a response of the gateway itself; `isLast` announces the end of the connection. */
export function writeAnswer(
  { status, fields, body }: OwnAnswer,
  { method, now, isLast }: { method: string; now: Date; isLast: boolean },
): string {
  const all: Field[] = [
    ...fields,
    ['content-length', String(Buffer.byteLength(body))],
    ['date', now.toUTCString()],
    ...(isLast ? [['connection', 'close'] as const] : []),
  ]
  const head = `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}\r\n${writeFields(all)}\r\n`
  return method === 'HEAD' ? head : head + body
}
