import { clientAddress, limiterKey } from '#shared/address.ts'
import { fieldValue, fieldValues } from '#shared/http/fields.ts'
import { type Framing, requestFraming } from '../http/framing.ts'
import type { RequestHead } from '../http/head.ts'
import { hidesFraming, type Sender } from './headers.ts'

/** A request whose head has been read. */
export type Incoming = { head: RequestHead; framing: Framing; sender: Omit<Sender, 'host'> }

/** Parses a head into a request, or the status of its refusal, for example when it expects an unsupported feature. */
export function readIncoming(head: RequestHead, sender: Omit<Sender, 'host'>): Incoming | 400 | 417 {
  const framing = requestFraming(head.fields, head.isHttp10)
  if (framing === null || hidesFraming(head.fields)) return 400
  const expected = fieldValue(head.fields, 'expect')
  if (expected !== undefined && expected.toLowerCase() !== '100-continue') return 417
  return { head, framing, sender }
}

/** The address whose requests count together. */
export function limitedAddress(
  { head, sender }: Pick<Incoming, 'head' | 'sender'>,
  trustedProxies: readonly string[],
): string {
  const hops = fieldValues(head.fields, 'x-forwarded-for').join(', ')
  return limiterKey(clientAddress(sender.peer, hops || null, trustedProxies))
}
