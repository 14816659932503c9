import type { Deps } from '#server/context.ts'
import { domainTextOf } from '../contract/address.ts'
import { resolveRecipient } from '../service/resolve-recipient.ts'
import type { AccountRow } from '../service/rows.ts'
import { type Head, named, readHead, textOf } from './head.ts'
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
  named(fields, 'Delivered-To').some((field) => textOf(field).toLowerCase() === row.email)

/** @throws Refusal for a message that was here before, or passed too many servers */
async function assertNoLoop({ row, content }: Forwarded): Promise<void> {
  const { fields = [] } = (await readHead(content())) ?? {}
  if (wasForwardedBy(row, fields) || named(fields, 'Received').length > maxHops)
    throw new Refusal(true, '5.4.6', `Mail for ${row.email} goes round in a circle.`)
}

async function* markedFor({ row, content }: Forwarded): AsyncIterable<Uint8Array> {
  yield Buffer.from(`Delivered-To: ${row.email}\r\n`)
  yield* content()
}

/**
 * The message leaves for all addresses that an account forwards to, byte for byte, so that its signature stays good; it is on the
 * disk for good. To others it leaves in the name of the account's domain (SRS).
 * @throws Refusal for a loop
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
  const isHere = await Promise.all(
    targets.map(async (target) => (await resolveRecipient(deps, target)).kind === 'account'),
  )
  const message = {
    owner: { userId: row.userId, accountId: row.id },
    kind: 'forward' as const,
    subject,
    ...kept,
  }
  const rewritten = rewriteSender(deps, { sender, forwarder: domainTextOf(row.email) })
  await deps.store.tx(async (tx) => {
    for (const [own, from] of [
      [true, sender],
      [false, rewritten],
    ] as const) {
      const recipients = targets.filter((_, at) => isHere[at] === own)
      if (recipients.length > 0) await deps.mailQueue.enqueue(tx, { ...message, sender: from, recipients })
    }
  })
}
