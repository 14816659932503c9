import type { z } from 'zod'
import { auditCaller } from '#db/audit/audit.ts'
import { countAddressHit } from '#db/limits.ts'
import { sendMail } from '#features/mail/send-mail.ts'
import { findOwnOrder } from '#features/orders/service/own-orders.ts'
import type { JoinedOrder } from '#features/orders/service/present.ts'
import type { Context } from '#server/context.ts'
import type { Answer } from '#shared/schema.ts'
import { orderNumber } from '#shared/text/order-number.ts'
import { hour } from '#shared/time.ts'
import type { contactInput, contactOutput } from './contract/contract.ts'
import { topics } from './contract/topics.ts'
import { contactAcknowledged, contactForwarded } from './mails.ts'

const messagesPerHour = 3
const referenceAlphabet = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789'

/** `CM-` and eight letters and digits without look-alikes. */
function makeReference(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(8))
  return `CM-${Array.from(bytes, (byte) => referenceAlphabet[byte % referenceAlphabet.length]).join('')}`
}

/** The order as the last line of a message, for the support team. */
const nameOrder = ({ order: { id, domain, status }, plan }: JoinedOrder): string =>
  `About order ${orderNumber(id)}: ${plan.name}${domain ? ` for ${domain}` : ''}, ${status}.`

/**
 * Stores the message and sends a confirmation; returns its reference.
 * @throws TOO_MANY_REQUESTS beyond 3 an hour per address, NOT_FOUND of an order that is not the caller's
 */
export async function sendContactMessage(
  ctx: Context,
  input: z.output<typeof contactInput>,
): Promise<Answer<typeof contactOutput>> {
  const now = ctx.now()
  const { address } = ctx.client
  await countAddressHit(ctx.store, { what: 'contact', address, limit: messagesPerHour, windowMs: hour, now })
  const reference = makeReference()
  const { orderId, topic, ...typed } = input
  const order = orderId && (await findOwnOrder(ctx, orderId))
  const subject = topic ? `${topics[topic]}: ${typed.subject}` : typed.subject
  const message = order ? `${typed.message}\n\n${nameOrder(order)}` : typed.message
  const written = { ...typed, subject, message }
  await ctx.store.tx(async (tx) => {
    const id = Bun.randomUUIDv7()
    const row = { ...written, id, reference, address, createdAt: now }
    await tx.insert(tx.t.contactMessages).values(row)
    await sendMail(tx, ctx, contactAcknowledged({ id, reference }), { email: input.email })
    if (ctx.env.CONTACT_EMAIL)
      await sendMail(tx, ctx, contactForwarded({ ...written, id, reference }), {
        email: ctx.env.CONTACT_EMAIL,
      })
    await auditCaller(tx, ctx, {
      action: 'contact.create',
      targetType: 'contact_message',
      targetId: id,
      note: reference,
    })
  })
  return { reference }
}
