import type { z } from 'zod'
import { countHit } from '#db/limits.ts'
import { sendMail } from '#features/mail/send-mail.ts'
import type { Answered } from '#server/answers/answer-in.ts'
import { mutate } from '#server/answers/mutate.ts'
import type { CustomerContext } from '#server/context.ts'
import { hour } from '#shared/time.ts'
import type { messageInput } from '../contract/contract.ts'
import { customerMessage } from '../mails.ts'
import { auditCustomer } from './audit-customer.ts'
import { findReachable } from './find-customer.ts'

const messagesPerHour = 20

/**
 * Queues a mail to the customer in the host's name, and stores it in their page's history.
 * @throws NOT_FOUND, WRONG_STATE for a deleted account, TOO_MANY_REQUESTS beyond 20 an hour for one customer
 */
export async function sendMessage(
  ctx: CustomerContext,
  { id: userId, subject, text }: z.output<typeof messageInput>,
): Promise<Answered<{ id: string }>> {
  const account = await findReachable(ctx, userId)
  const now = ctx.now()
  await countHit(ctx.store, { key: `message-to:${userId}`, limit: messagesPerHour, windowMs: hour, now })
  const id = Bun.randomUUIDv7()
  return mutate(ctx, async (tx) => {
    const row = { id, userId, authorId: ctx.user.id, subject, text, createdAt: now }
    await tx.insert(tx.t.customerMessages).values(row)
    await sendMail(tx, ctx, customerMessage({ id, subject, text }), account)
    await auditCustomer(tx, ctx, { action: 'customer.message.send', customer: account, note: subject })
    return { id }
  })
}
