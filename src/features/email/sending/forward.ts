import type { Deps } from '#server/context.ts'
import { domainTextOf } from '../contract/address.ts'
import { resolveRecipient } from '../service/resolve-recipient.ts'
import type { AccountRow } from '../service/rows.ts'
import { type Head, named, readHead, valuesIn } from './head.ts'
import { Loop } from './loop.ts'
import { rewriteSender } from './srs.ts'
import { Refusal } from './transports/transport.ts'

/** More servers than a message passes on its way (RFC 5321, 6.3). */
export const maxHops = 25

export type Forwarded = {
  /** Whose mail is sent on. */
  row: Pick<AccountRow, 'id' | 'userId' | 'email' | 'forwardTo'>
  /** The envelope's; empty for a report. */
  sender: string
  subject: string
  /** As it came in, with our own Received; may be read several times. */
  content: () => AsyncIterable<Uint8Array>
}

/** Whether the account forwarded the message before. */
export const wasForwardedBy = (row: Pick<AccountRow, 'email'>, fields: Head['fields']): boolean =>
  valuesIn(fields)('Delivered-To').some((value) => value.toLowerCase() === row.email)

/** @throws Loop for a message that was here before, or passed too many servers */
async function assertNoLoop({ row, content }: Forwarded): Promise<void> {
  const head = await readHead(content())
  if (head === null) throw new Refusal(true, '5.3.4', 'The header of the message has become too large.')
  if (wasForwardedBy(row, head.fields) || named(head.fields, 'Received').length > maxHops)
    throw new Loop(`Mail for ${row.email} goes round in a circle.`, valuesIn(head.fields))
}

type Targets = { here: string[]; elsewhere: string[] }

/** Targets, and each account here once, whatever addresses of it are among them. */
async function sortTargets(deps: Pick<Deps, 'store'>, targets: readonly string[]): Promise<Targets> {
  const here = new Map<string, string>()
  const elsewhere: string[] = []
  for (const target of targets) {
    const found = await resolveRecipient(deps, target)
    if (found.kind !== 'account') elsewhere.push(target)
    else if (!here.has(found.row.id)) here.set(found.row.id, target)
  }
  return { here: [...here.values()], elsewhere }
}

async function* markedFor({ row, content }: Forwarded): AsyncIterable<Uint8Array> {
  yield Buffer.from(`Delivered-To: ${row.email}\r\n`)
  yield* content()
}

/**
 * The message leaves for all addresses that an account forwards to, byte for byte, so that its signature stays good; it is on the
 * disk for good. To others it leaves in the name of the account's domain (SRS).
 * @throws Loop
 */
export async function forwardMessage(
  deps: Pick<Deps, 'store' | 'mailQueue' | 'secrets' | 'now'>,
  forwarded: Forwarded,
): Promise<void> {
  const { row, sender, subject } = forwarded
  const targets = row.forwardTo ?? []
  if (targets.length === 0) return
  await assertNoLoop(forwarded)
  const kept = await deps.mailQueue.keep(markedFor(forwarded))
  const { here, elsewhere } = await sortTargets(deps, targets)
  const message = {
    owner: { userId: row.userId, accountId: row.id },
    kind: 'forward' as const,
    subject,
    ...kept,
  }
  const rewritten = rewriteSender(deps, { sender, forwarder: domainTextOf(row.email) })
  await deps.store.tx(async (tx) => {
    for (const [recipients, from] of [
      [here, sender],
      [elsewhere, rewritten],
    ] as const)
      if (recipients.length > 0) await deps.mailQueue.enqueue(tx, { ...message, sender: from, recipients })
  })
}
