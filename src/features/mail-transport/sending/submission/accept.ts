import { domainTextOf } from '#features/mailboxes/contract/address.ts'
import { mailNameOf } from '#features/mailboxes/service/mail-name.ts'
import type { AccountRow } from '#features/mailboxes/service/rows.ts'
import type { Deps } from '#server/context.ts'
import { codeOf } from '#server/system/disk.ts'
import { DomainError } from '#shared/errors.ts'
import { textOf } from '../../message/head.ts'
import { replies, SmtpReply } from '../../smtp/reply.ts'
import { withCrlf } from '../crlf.ts'
import { splitHead } from '../head.ts'
import { composeHead, readWriters } from './compose-head.ts'
import { isOwnAddress } from './sender.ts'

const maxSubject = 500

export type Submitted = {
  account: AccountRow
  sender: string
  recipients: readonly string[]
  content: AsyncIterable<Uint8Array>
}

async function assertWriters(deps: Deps, account: AccountRow, found: ReturnType<typeof readWriters>) {
  if ('fault' in found) throw new SmtpReply(550, '5.6.0', found.fault)
  for (const address of found.writers)
    if (!(await isOwnAddress(deps, { account, address })))
      throw new SmtpReply(
        553,
        '5.7.1',
        `You are signed in as ${account.email} and cannot send as ${address || 'nobody'}.`,
      )
}

async function* behind(head: Buffer, rest: AsyncIterable<Uint8Array>): AsyncIterable<Uint8Array> {
  yield head
  yield* rest
}

/** Turns an internal failure into a reply. */
export function answerTo(error: unknown): SmtpReply | null {
  if (error instanceof SmtpReply) return error
  if (codeOf(error) === 'ENOSPC' || codeOf(error) === 'EDQUOT') return replies.diskFull()
  if (error instanceof DomainError && error.code === 'TOO_MANY_REQUESTS')
    return new SmtpReply(450, '4.7.1', error.message)
  return null
}

/**
 * Stores the message durably and queues it; returns its id for the reply.
 * @throws SmtpReply for a message that is not the account's own, DomainError beyond its sending limit
 */
export async function acceptSubmission(
  deps: Deps,
  { account, sender, recipients, content }: Submitted,
): Promise<string> {
  const { head, rest } = await splitHead(withCrlf(content))
  if (head === null) throw replies.headTooLarge()
  if (head.isMalformed) throw new SmtpReply(554, '5.6.0', 'The message header is malformed.')
  await assertWriters(deps, account, readWriters(head))
  const id = Bun.randomUUIDv7()
  const stamp = { id, host: mailNameOf(deps), domain: domainTextOf(account.email), date: deps.now() }
  const stored = await deps.mailQueue.store(behind(composeHead(head, stamp), rest))
  const departure = {
    owner: { userId: account.userId, accountId: account.id },
    kind: 'message' as const,
    sender,
    recipients,
    subject: textOf(head.fields, 'subject').slice(0, maxSubject),
    ...stored,
  }
  await deps.store.tx((tx) => deps.mailQueue.enqueue(tx, departure))
  return id
}
