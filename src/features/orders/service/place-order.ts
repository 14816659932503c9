import { and, desc, eq, gte, isNull } from 'drizzle-orm'
import type { z } from 'zod'
import { countAddressHit } from '#db/limits.ts'
import type { Store, Tx } from '#db/types.ts'
import { lockUser } from '#features/auth/service/lock-user.ts'
import { sendMail } from '#features/mail/send-mail.ts'
import { assertFreeName, claimDomain } from '#features/names/claim-domain.ts'
import { assertMayHold } from '#features/names/hold-name.ts'
import { reserveService } from '#features/services/lifecycle/lifecycle.ts'
import type { Answered } from '#server/answers/answer-in.ts'
import { publish } from '#server/answers/mutate.ts'
import type { CustomerContext } from '#server/context.ts'
import { DomainError, invalid } from '#shared/errors.ts'
import { toRupees } from '#shared/money/money.ts'
import type { Answer } from '#shared/schema.ts'
import { after, hour, minute } from '#shared/time.ts'
import { type placedOrderOutput, type placeOrderInput, sameOrderMinutes } from '../contract/contract.ts'
import { orderReceived } from '../mails.ts'
import { auditOrder } from './audit-order.ts'
import { type OrderRow, presentPlaced } from './present.ts'

const ordersPerHour = 30

type Input = z.output<typeof placeOrderInput>
type Plan = Store['t']['pricingPlans']['$inferSelect']

/**
 * Places an order of the caller, with its pending service and audit entry, in one transaction; the server's price decides. A
 * pending order with the same user, plan and domain within 10 minutes is returned (200) instead.
 * @throws INVALID for a plan that cannot be ordered or a name that no customer can have, PRICE_CHANGED with `currentAmount`,
 *   DOMAIN_IN_USE, LIMIT_REACHED for pending names, TOO_MANY_REQUESTS (30 an hour per address)
 */
export async function placeOrder(
  ctx: CustomerContext,
  input: Input,
): Promise<Answered<Answer<typeof placedOrderOutput>>> {
  const { address } = ctx.client
  const hit = { what: 'order', address, limit: ordersPerHour, windowMs: hour, now: ctx.now() }
  await countAddressHit(ctx.store, hit)
  assertFreeName(ctx, input.domain)
  return claimDomain(ctx, input.domain, async (tx) => {
    // A double click finds the first order.
    await lockUser(tx, ctx)
    const plan = await readOrderablePlan(tx, input)
    const same = await findSameOrder(tx, ctx, input)
    if (!same && input.domain !== null) await assertMayHold(tx, ctx)
    ctx.reply.status = same ? 200 : 201
    return presentPlaced(same ?? (await insertOrder(tx, ctx, { input, plan })))
  })
}

async function readOrderablePlan(tx: Tx, input: Input): Promise<Plan> {
  const { pricingPlans } = tx.t
  const [plan] = await tx.select().from(pricingPlans).where(eq(pricingPlans.id, input.planId))
  if (!plan || plan.isArchived) throw invalid('planId', 'This plan is not available.')
  if (plan.isContact) throw invalid('planId', 'Contact us to order this plan.')
  if (plan.pricePaise === input.amount) return plan
  const currentAmount = toRupees(plan.pricePaise)
  throw new DomainError('PRICE_CHANGED', 'The price of this plan has changed.', {
    details: { currentAmount },
  })
}

async function findSameOrder(tx: Tx, ctx: CustomerContext, input: Input): Promise<OrderRow | undefined> {
  const { orders } = tx.t
  const [order] = await tx
    .select()
    .from(orders)
    .where(
      and(
        eq(orders.userId, ctx.user.id),
        eq(orders.planId, input.planId),
        eq(orders.status, 'pending'),
        gte(orders.createdAt, after(ctx.now(), -sameOrderMinutes * minute)),
        input.domain === null ? isNull(orders.domain) : eq(orders.domain, input.domain),
      ),
    )
    .orderBy(desc(orders.createdAt), desc(orders.id))
    .limit(1)
  return order
}

async function insertOrder(tx: Tx, ctx: CustomerContext, { input, plan }: { input: Input; plan: Plan }) {
  const { orders } = tx.t
  const now = ctx.now()
  const [orderId, serviceId, userId] = [Bun.randomUUIDv7(), Bun.randomUUIDv7(), ctx.user.id]
  const { domain, planId } = input
  await reserveService(tx, { id: serviceId, userId, planId, orderId, domain, now })
  const [order] = await tx
    .insert(orders)
    .values({
      id: orderId,
      userId,
      planId,
      serviceId,
      domain,
      amountPaise: plan.pricePaise,
      currency: 'INR',
      status: 'pending',
      paymentMethod: input.paymentMethod,
      createdAt: now,
    })
    .returning()
  if (!order) throw new Error('the order was not stored')
  await auditOrder(tx, ctx, { action: 'order.create', order, note: plan.name })
  const mail = orderReceived({ id: orderId, planName: plan.name, amount: toRupees(plan.pricePaise) })
  await sendMail(tx, ctx, mail, ctx.user)
  publish(tx, ctx, { userId, kind: 'order', id: orderId, status: order.status })
  return order
}
