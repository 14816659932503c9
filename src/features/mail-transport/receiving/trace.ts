import { addressKey } from '#features/mailboxes/contract/address.ts'
import type { Sending } from '../checks/authenticate.ts'
import { areResultsOf } from '../checks/results.ts'
import { textOfBytes } from '../message/charset.ts'
import { type Field, valuesOf } from '../message/head.ts'
import { Loop } from '../sending/loop.ts'
import type { Intake } from './intake.ts'

const maxHops = 50

export type Passage = Sending & {
  /** The server's own name. */
  name: string
  /** `ESMTPS` and the like (RFC 3848). */
  protocol: string
  id: string
  at: Date
  recipients: readonly string[]
}

/** The client's HELO name, made safe for a header field. */
const plain = (text: string): string => text.replace(/[^\w.:[\]-]/g, '?').slice(0, 255) || 'unknown'

/** RFC 5322 section 3.3, in UTC. */
const dateOf = (at: Date): string => at.toUTCString().replace('GMT', '+0000')

/**
 * The recipients that did not receive the message before; `addressesOf` returns the addresses of a recipient.
 * @throws Loop when none is left, or it passed too many servers
 */
export function withoutLoops<T>(
  fields: readonly Field[],
  recipients: readonly T[],
  addressesOf: (recipient: T) => string[],
): T[] {
  const delivered = new Set(valuesOf(fields, 'delivered-to').map((value) => addressKey(textOfBytes(value))))
  const fresh = recipients.filter(
    (each) => !addressesOf(each).some((address) => delivered.has(addressKey(address))),
  )
  if (fresh.length === 0 || valuesOf(fields, 'received').length > maxHops)
    throw new Loop('The message is in a mail loop.', fields)
  return fresh
}

/** Fields that only the last server may write: Return-Path, and results in its own name (RFC 8601 section 5). */
function isFeigned({ name, value }: Field, server: string): boolean {
  if (name === 'return-path') return true
  return name === 'authentication-results' && areResultsOf(value, server)
}

/**
 * A message with these fields and its trace fields on top (RFC 5321 section 4.4); `results` are complete lines, and `rest`
 * follows the header.
 */
export function traced(
  { fields, rest }: { fields: readonly Field[] } & Pick<Intake, 'rest'>,
  passage: Passage,
  results: string,
): () => AsyncIterable<Uint8Array> {
  const { sender, helo, address, name, protocol, id, at, recipients } = passage
  const [only] = recipients
  const received = [
    `Received: from ${plain(helo)} (${address.includes(':') ? `[IPv6:${address}]` : `[${address}]`})`,
    `\tby ${name} with ${protocol} id ${id}`,
    ...(recipients.length === 1 ? [`\tfor <${only}>`] : []),
  ]
  const head = `Return-Path: <${sender}>\r\n${received.join('\r\n')}; ${dateOf(at)}\r\n${results}`
  const own = fields.filter((field) => !isFeigned(field, name))
  const kept = own.map(({ raw }) => `${raw}\r\n`).join('')
  return async function* () {
    yield Buffer.from(head)
    yield Buffer.from(kept, 'latin1')
    yield* rest()
  }
}
