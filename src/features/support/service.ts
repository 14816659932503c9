import type { z } from 'zod'
import { auditCaller } from '#db/audit/audit.ts'
import { countAddressHit } from '#db/limits.ts'
import { sendMail } from '#features/mail/send-mail.ts'
import type { Context } from '#server/context.ts'
import type { Answer } from '#shared/schema.ts'
import { hour } from '#shared/time.ts'
import type { contactInput, contactOutput } from './contract.ts'
import { contactAcknowledged, contactForwarded } from './mails.ts'

const messagesPerHour = 3
const referenceAlphabet = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789'

/** `CM-` and eight letters and digits that cannot be mistaken for one another. */
function makeReference(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(8))
  return `CM-${Array.from(bytes, (byte) => referenceAlphabet[byte % referenceAlphabet.length]).join('')}`
}

/**
 * The message is stored and acknowledged by mail; the answer is its reference.
 * @throws TOO_MANY_REQUESTS beyond 3 an hour per address
 */
export async function sendContactMessage(
  ctx: Context,
  input: z.output<typeof contactInput>,
): Promise<Answer<typeof contactOutput>> {
  const now = ctx.now()
  const { address } = ctx.client
  await countAddressHit(ctx.store, { what: 'contact', address, limit: messagesPerHour, windowMs: hour, now })
  const reference = makeReference()
  await ctx.store.tx(async (tx) => {
    const id = Bun.randomUUIDv7()
    const row = { ...input, id, reference, address, createdAt: now }
    await tx.insert(tx.t.contactMessages).values(row)
    await sendMail(tx, ctx, contactAcknowledged({ id, reference }), { email: input.email })
    if (ctx.env.CONTACT_EMAIL)
      await sendMail(tx, ctx, contactForwarded({ ...input, id, reference }), { email: ctx.env.CONTACT_EMAIL })
    await auditCaller(tx, ctx, {
      action: 'contact.create',
      targetType: 'contact_message',
      targetId: id,
      note: reference,
    })
  })
  return { reference }
}
