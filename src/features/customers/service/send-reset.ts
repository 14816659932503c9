import { countHit } from '#db/limits.ts'
import { auditAccount } from '#features/auth/service/audit-account.ts'
import { sendReset } from '#features/auth/service/send-mail.ts'
import type { Answered } from '#server/answers/answer-in.ts'
import { mutate } from '#server/answers/mutate.ts'
import type { CustomerContext } from '#server/context.ts'
import { hour } from '#shared/time.ts'
import { findReachable } from './find-customer.ts'

const resetsPerHour = 3

/**
 * Queues the usual mail with a reset link to the customer; the administrator does not see the link.
 * @throws NOT_FOUND, WRONG_STATE for a deleted account, TOO_MANY_REQUESTS beyond 3 an hour for one customer
 */
export async function sendPasswordReset(
  ctx: CustomerContext,
  { id }: { id: string },
): Promise<Answered<{ ok: true }>> {
  const account = await findReachable(ctx, id)
  const hit = { key: `forgot-for:${account.id}`, limit: resetsPerHour, windowMs: hour, now: ctx.now() }
  await countHit(ctx.store, hit)
  return mutate(ctx, async (tx) => {
    await auditAccount(tx, ctx, { action: 'auth.password.forgot', account })
    await sendReset(tx, ctx, account)
    return { ok: true as const }
  })
}
