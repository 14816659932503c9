import { createHmac, timingSafeEqual } from 'node:crypto'
import { domainOf, domainTextOf, localOf } from '#features/mailboxes/contract/address.ts'
import type { Deps } from '#server/context.ts'
import { day } from '#shared/time.ts'

type Keyed = Pick<Deps, 'secrets' | 'now'>

const digits = 'abcdefghijklmnopqrstuvwxyz234567'
const stamps = digits.length ** 2
/** Bounces arrive within days; a rewritten address expires after that. */
const maxAgeDays = 21
const sealLength = 8

const today = (now: Date): number => Math.floor(now.getTime() / day) % stamps
const writeStamp = (at: number): string =>
  `${digits[Math.floor(at / digits.length)]}${digits[at % digits.length]}`
const readStamp = (text: string): number =>
  digits.indexOf(text[0] ?? '') * digits.length + digits.indexOf(text[1] ?? '')

/** The signature over address and forwarder, case-insensitive: servers in transit may change the case. */
function sealOf({ secrets }: Keyed, text: string): string {
  const bytes = createHmac('sha256', secrets.deriveKey('sender rewriting'))
    .update(text.toLowerCase())
    .digest()
  return [...bytes.subarray(0, sealLength)].map((byte) => digits[byte % digits.length]).join('')
}

const isSeal = (given: string, right: string): boolean =>
  given.length === right.length && timingSafeEqual(Buffer.from(given.toLowerCase()), Buffer.from(right))

const first = /^srs0=([a-z2-7]{8})=([a-z2-7]{2})=([^=@]+)=(.+)$/is
const further = /^srs1=([a-z2-7]{8})=([^=@]+)=([=+-].+)$/is
const strange = /^srs([01])([=+-].+)$/is
const strangeFurther = /^=[^=]+=([^=]+)=([=+-].+)$/s

/**
 * The rewritten sender (SRS) of a message that `forwarder` forwards: its own domain, so that bounces return here. A message
 * forwarded before keeps the path to the first forwarder.
 */
export function rewriteSender(
  deps: Keyed,
  { sender, forwarder }: { sender: string; forwarder: string },
): string {
  if (sender === '') return ''
  const [local, domain] = [localOf(sender), domainTextOf(sender)]
  const [, kind, rest = ''] = strange.exec(local) ?? []
  const [, host = domain, tail = rest] = kind === '1' ? (strangeFurther.exec(rest) ?? []) : []
  if (kind !== undefined)
    return `SRS1=${sealOf(deps, `${host}${tail}@${forwarder}`)}=${host}=${tail}@${forwarder}`
  const stamp = writeStamp(today(deps.now()))
  return `SRS0=${sealOf(deps, `${stamp}=${domain}=${local}@${forwarder}`)}=${stamp}=${domain}=${local}@${forwarder}`
}

/** The original sender for a bounce to a rewritten address; null for an address that was not rewritten here, or too long ago. */
export function readRewritten(deps: Keyed, address: string): string | null {
  const [local, forwarder] = [localOf(address), domainOf(address)]
  if (forwarder === null) return null
  const [, seal = '', stamp = '', domain = '', rest = ''] = first.exec(local) ?? []
  if (seal !== '') {
    const age = (today(deps.now()) - readStamp(stamp.toLowerCase()) + stamps) % stamps
    const isOurs = isSeal(seal, sealOf(deps, `${stamp}=${domain}=${rest}@${forwarder}`))
    return isOurs && age <= maxAgeDays ? `${rest}@${domain}` : null
  }
  const [, again = '', host = '', tail = ''] = further.exec(local) ?? []
  if (again === '' || !isSeal(again, sealOf(deps, `${host}${tail}@${forwarder}`))) return null
  return `SRS0${tail}@${host}`
}
