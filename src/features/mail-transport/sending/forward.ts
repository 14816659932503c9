import { countUse } from '#db/limits.ts'
import { addressKey, domainOf } from '#features/mailboxes/contract/address.ts'
import type { AccountRow } from '#features/mailboxes/service/rows.ts'
import type { Deps } from '#server/context.ts'
import { hour } from '#shared/time.ts'
import { type Role, resolveAddress } from '../addresses/role-addresses.ts'
import { textOfBytes } from '../message/charset.ts'
import { type Field, valuesOf } from '../message/head.ts'
import { readHead } from './head.ts'
import { Loop } from './loop.ts'
import type { Departure } from './mail-queue.ts'
import { rewriteSender } from './srs.ts'
import { Refusal } from './transports/transport.ts'

/** More servers than a message passes in practice (RFC 5321, 6.3). */
export const maxHops = 25

/** Messages per hour that are forwarded for one role address, which is publicly known. */
const maxForRole = 60

/** The forwarding address and its targets. */
type Forwarder = { email: string; targets: readonly string[]; owner: Departure['owner'] }

export type Forwarded = {
  by: Forwarder
  /** The envelope sender; empty for a report. */
  sender: string
  subject: string
  /** The content as received, with our own Received field; may be read several times. */
  content: () => AsyncIterable<Uint8Array>
}

/** The forwarder of an account. */
export const forwarderOf = ({ email, forwardTo, userId, id }: AccountRow): Forwarder => ({
  email,
  targets: forwardTo ?? [],
  owner: { userId, accountId: id },
})

/** Whether the address forwarded the message before. */
export const wasForwardedBy = ({ email }: { email: string }, fields: readonly Field[]): boolean =>
  valuesOf(fields, 'delivered-to').some((value) => addressKey(textOfBytes(value)) === addressKey(email))

/** @throws Loop for a message that was here before, or passed too many servers */
async function assertNoLoop({ by, content }: Forwarded): Promise<void> {
  const head = await readHead(content())
  if (head === null) throw new Refusal(true, '5.3.4', 'The message header has become too large.')
  if (wasForwardedBy(by, head.fields) || valuesOf(head.fields, 'received').length > maxHops)
    throw new Loop(`Mail for ${by.email} is in a forwarding loop.`, head.fields)
}

type Targets = { here: string[]; elsewhere: string[] }

type Forwarding = Pick<Deps, 'store' | 'env' | 'origin' | 'mailQueue' | 'secrets' | 'now'>

/** Sorts the targets, with each local account once, even if several of its addresses are targets. */
async function sortTargets(deps: Forwarding, targets: readonly string[]): Promise<Targets> {
  const here = new Map<string, string>()
  const elsewhere: string[] = []
  for (const target of targets) {
    const found = await resolveAddress(deps, target)
    const key = found.kind === 'account' ? found.row.id : target
    if (found.kind === 'unknown') elsewhere.push(target)
    else if (!here.has(key)) here.set(key, target)
  }
  return { here: [...here.values()], elsewhere }
}

async function* markedFor({ by, content }: Forwarded): AsyncIterable<Uint8Array> {
  yield Buffer.from(`Delivered-To: ${by.email}\r\n`)
  yield* content()
}

/**
 * Queues the message durably for all targets of a forwarder, byte for byte, so that its signature stays valid. To other servers
 * it is sent in the name of the forwarder's domain (SRS), or without a sender when there is none.
 * @throws Loop
 */
export async function forwardMessage(deps: Forwarding, forwarded: Forwarded): Promise<void> {
  const { by, sender, subject } = forwarded
  const { targets, owner } = by
  if (targets.length === 0) return
  await assertNoLoop(forwarded)
  const stored = await deps.mailQueue.store(markedFor(forwarded))
  const { here, elsewhere } = await sortTargets(deps, targets)
  const message = { owner, kind: 'forward' as const, subject, ...stored }
  const forwarder = domainOf(by.email)
  const rewritten = forwarder === null ? '' : rewriteSender(deps, { sender, forwarder })
  await deps.store.tx(async (tx) => {
    for (const [recipients, from] of [
      [here, sender],
      [elsewhere, rewritten],
    ] as const)
      if (recipients.length > 0) await deps.mailQueue.enqueue(tx, { ...message, sender: from, recipients })
  })
}

/**
 * Forwards a message for a role without a mailbox to its reader.
 * @throws Loop, Refusal to defer beyond the hourly limit
 */
export async function forwardForRole(
  deps: Forwarding,
  { address, target }: Pick<Role, 'address' | 'target'>,
  message: Omit<Forwarded, 'by'>,
): Promise<void> {
  const hit = { key: `mail-role:${address}`, windowMs: hour, now: deps.now() }
  if ((await deps.store.tx((tx) => countUse(tx, hit))) > maxForRole)
    throw new Refusal(false, '4.7.1', `Too much mail for ${address} right now.`)
  await forwardMessage(deps, { ...message, by: { email: address, targets: [target], owner: null } })
}
