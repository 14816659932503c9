import { Readable } from 'node:stream'
import type { Store } from '#db/types.ts'
import { type Recipient, resolveRecipient } from '#features/mailboxes/addresses/resolve-recipient.ts'
import { domainOf } from '#features/mailboxes/contract/address.ts'
import { findMailDomain, findSigningKey } from '#features/mailboxes/domains/signing-key.ts'
import type { Checks } from '#features/mailboxes/filing/record.ts'
import { mailNameOf } from '#features/mailboxes/service/mail-name.ts'
import { type AccountRow, isAccount } from '#features/mailboxes/service/rows.ts'
import type { JobContext } from '#server/context.ts'
import { mib } from '#shared/bytes.ts'
import { resolveAddress } from '../addresses/role-addresses.ts'
import { readAuthors } from '../checks/authors.ts'
import { readResults } from '../checks/results.ts'
import { forgedReason, isForged } from '../checks/rules.ts'
import { deliverTo } from '../delivery/deliver-to.ts'
import { valuesOf } from '../message/head.ts'
import { forwarderOf, forwardForRole, forwardMessage, maxHops, wasForwardedBy } from './forward.ts'
import { type Head, readHead } from './head.ts'
import { Loop } from './loop.ts'
import { signMessage } from './sign.ts'
import { readRewritten } from './srs.ts'
import { Refusal } from './transports/transport.ts'

export type QueueRow = Store['t']['emailQueue']['$inferSelect']

/** Whether it was only saved to a file. */
export type Delivered = { isFile: boolean }

/** Mail of an account or service that may not send stays in the queue. @throws Refusal */
async function assertOwnerMaySend(ctx: JobContext, { userId, accountId }: QueueRow): Promise<void> {
  if (userId === null || accountId === null) return
  const { emailAccounts: a } = ctx.store.t
  const [account] = await ctx.store.read
    .select({ email: a.email })
    .from(a)
    .where(isAccount(ctx.store.t, { userId, id: accountId }))
  const owner = account ? await resolveRecipient(ctx, account.email) : null
  if (owner?.kind !== 'account' || owner.row.id !== accountId)
    throw new Refusal(true, '5.1.8', 'The sender’s address was deleted.')
  if (owner.row.status !== 'active' || !owner.isServiceOpen)
    throw new Refusal(false, '4.7.1', 'The sender’s address is suspended.')
}

type Local = Extract<Recipient, { kind: 'account' }>

/** @throws Refusal when it is suspended, not accepting mail, or full */
function assertTakes({ row, isServiceOpen }: Local, sizeBytes: number): void {
  if (row.status === 'suspended') throw new Refusal(true, '5.2.1', 'This address is suspended.')
  if (!isServiceOpen || row.status !== 'active')
    throw new Refusal(false, '4.2.1', 'This address is not accepting mail right now.')
  if (sizeBytes > row.quota * mib) throw new Refusal(true, '5.2.2', 'The message is larger than the mailbox.')
  if (row.usedBytes + sizeBytes > row.quota * mib) throw new Refusal(false, '4.2.2', 'The mailbox is full.')
}

/** The checks of a message that another address here forwarded: it was judged only for that address's domain. */
function checksOf(ctx: JobContext, { email }: Pick<AccountRow, 'email'>, { fields }: Head): Partial<Checks> {
  const results = readResults(valuesOf(fields, 'authentication-results'), mailNameOf(ctx))
  if (results === null) return {}
  const { proven, ...checks } = results
  const own = domainOf(email)
  const authors = readAuthors(valuesOf(fields, 'from'))
  const forged = own !== null && isForged({ authors, authenticated: { dmarc: checks.dmarc, proven } }, [own])
  return { ...checks, spamReasons: forged ? [forgedReason] : [] }
}

async function deliverHere(
  ctx: JobContext,
  row: QueueRow,
  { local, content, head }: { local: Local; content: Blob; head: Head },
) {
  const { row: account } = local
  const isForwarded = (account.forwardTo ?? []).length > 0
  const isKept = account.type === 'mailbox' && (account.keepCopy || !isForwarded)
  // Two accounts that forward to each other and keep copies: the loop ends where the message is stored already.
  if (row.kind === 'forward' && isKept && wasForwardedBy(account, head.fields)) return
  assertTakes(local, isKept ? row.sizeBytes : 0)
  const open = () => content.stream()
  if (isForwarded)
    await forwardMessage(ctx, {
      by: forwarderOf(account),
      sender: row.sender,
      subject: row.subject,
      content: open,
    })
  if (!isKept) return
  const checks = row.kind === 'forward' ? checksOf(ctx, account, head) : {}
  const folder = checks.spamReasons?.length ? 'spam' : 'inbox'
  await deliverTo(ctx, account, { content: open, folder, checks })
}

/** The signature of the author's domain when its mail is set up here; else none. */
async function signatureFor(
  ctx: JobContext,
  row: QueueRow,
  { content, head }: { content: Blob; head: Head },
): Promise<string> {
  // Forwarded mail is not signed by us.
  if (row.kind === 'forward') return ''
  const { domains } = readAuthors(valuesOf(head.fields, 'from'))
  const [domain = null] = domains
  const key = domain && (await findSigningKey(ctx, domain))
  if (domain === null || key === null) return ''
  try {
    return await signMessage(content, { domain, ...key, now: ctx.now() })
  } catch (error) {
    ctx.log.warn('mail not signed', { id: row.id, error: String(error) })
    return ''
  }
}

async function* withLines(lines: string, content: Blob): AsyncIterable<Uint8Array> {
  yield Buffer.from(lines)
  yield* content.stream()
}

/** Hands the message over to another server or a local mailbox. @throws Refusal, or any error: it is retried */
export async function deliver(ctx: JobContext, row: QueueRow): Promise<Delivered> {
  await assertOwnerMaySend(ctx, row)
  const content = await ctx.queueFiles.read(row.file)
  if (content === null) throw new Refusal(true, '5.3.0', 'The message is no longer in the queue.')
  const head = await readHead(content.stream())
  if (head === null) throw new Refusal(true, '5.6.0', 'The message header has no end.')
  if (valuesOf(head.fields, 'received').length > maxHops)
    throw new Loop('The message passed too many servers. This looks like a mail loop.', head.fields)
  const recipient = readRewritten(ctx, row.recipient) ?? row.recipient
  const local = await resolveAddress(ctx, recipient)
  if (local.kind === 'role') {
    const { sender, subject } = row
    await forwardForRole(ctx, local, { sender, subject, content: () => content.stream() })
    return { isFile: false }
  }
  if (local.kind === 'account') {
    await deliverHere(ctx, row, { local, content, head })
    return { isFile: false }
  }
  const domain = domainOf(recipient)
  if (domain !== null && (await findMailDomain(ctx, domain)))
    throw new Refusal(true, '5.1.1', `There is no address ${recipient} here.`)
  const signature = await signatureFor(ctx, row, { content, head })
  await ctx.mailTransport.send(ctx, {
    id: row.id,
    sender: row.sender,
    recipient,
    sizeBytes: row.sizeBytes + signature.length,
    open: () => Readable.from(withLines(signature, content)),
  })
  return { isFile: ctx.mailTransport.way === 'files' }
}
