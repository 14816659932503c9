import type { Answered } from '#server/answers/answer-in.ts'
import { mutate } from '#server/answers/mutate.ts'
import type { CustomerContext } from '#server/context.ts'
import { DomainError } from '#shared/errors.ts'
import type { Answer } from '#shared/schema.ts'
import { after, minute } from '#shared/time.ts'
import { viewMinutes, type viewOutput } from '../contract/contract.ts'
import { auditCustomer } from '../service/audit-customer.ts'
import { findReachable } from '../service/find-customer.ts'

/**
 * Lets the caller read the portal as the customer for 30 minutes, in this session alone. The customer sees a record of it.
 * @throws NOT_FOUND, FORBIDDEN for an administrator's account, WRONG_STATE for a deleted one
 */
export async function beginView(
  ctx: CustomerContext,
  { id: userId }: { id: string },
): Promise<Answered<Answer<typeof viewOutput>>> {
  const customer = await findReachable(ctx, userId)
  if (customer.isAdmin) throw new DomainError('FORBIDDEN', "Administrators' accounts cannot be viewed.")
  const [id, createdAt] = [Bun.randomUUIDv7(), ctx.now()]
  const endsAt = after(createdAt, viewMinutes * minute)
  return mutate(ctx, async (tx) => {
    const [viewerId, sessionId] = [ctx.user.id, ctx.session.publicId]
    await tx.insert(tx.t.customerViews).values({ id, userId, viewerId, sessionId, createdAt, endsAt })
    await auditCustomer(tx, ctx, {
      ...{ action: 'customer.view.start', customer },
      details: { viewId: id, endsAt: endsAt.toISOString() },
    })
    return { id, endsAt }
  })
}
