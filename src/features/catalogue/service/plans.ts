import { eq } from 'drizzle-orm'
import type { z } from 'zod'
import type { Answered } from '#server/answers/answer-in.ts'
import type { CustomerContext } from '#server/context.ts'
import {
  type AdminPlan,
  type createPlanInput,
  describeLimits,
  type updatePlanInput,
} from '../contract/contract.ts'
import { findCategory, findPlan, type PlanRow, presentAdminPlan } from './rows.ts'
import { announce, audit, given, write } from './write.ts'

/** Adds a plan, last in its category; its feature lines follow from its limits. @throws NOT_FOUND without such a category */
export async function createPlan(
  ctx: CustomerContext,
  input: z.output<typeof createPlanInput>,
): Promise<Answered<AdminPlan>> {
  await findCategory(ctx.store, input.categoryId)
  const plans = ctx.store.t.pricingPlans
  return write(ctx, async (tx) => {
    const row: PlanRow = {
      id: Bun.randomUUIDv7(),
      categoryId: input.categoryId,
      name: input.name,
      description: input.description ?? null,
      pricePaise: input.price,
      originalPricePaise: input.originalPrice ?? null,
      discount: null,
      features: describeLimits(input.limits),
      limits: input.limits,
      isPopular: input.isPopular ?? false,
      isContact: input.isContact ?? false,
      isArchived: false,
      sort: await tx.$count(plans, eq(plans.categoryId, input.categoryId)),
    }
    await tx.insert(plans).values(row)
    await audit(tx, ctx, 'plan.create', { type: 'plan', id: row.id, note: row.name })
    announce(tx, ctx, row.id)
    return presentAdminPlan(row)
  })
}

/** Changes the given fields of a plan; orders keep their price. @throws NOT_FOUND */
export function updatePlan(
  ctx: CustomerContext,
  { id, price, originalPrice, limits, ...fields }: z.output<typeof updatePlanInput>,
): Promise<Answered<AdminPlan>> {
  const changes = given({
    ...fields,
    pricePaise: price,
    originalPricePaise: originalPrice,
    limits,
    features: limits && describeLimits(limits),
  })
  const plans = ctx.store.t.pricingPlans
  return write(ctx, async (tx) => {
    const before = await findPlan(tx, id)
    if (Object.keys(changes).length > 0) await tx.update(plans).set(changes).where(eq(plans.id, id))
    await audit(tx, ctx, 'plan.update', { type: 'plan', id, note: before.name })
    announce(tx, ctx, id)
    return presentAdminPlan(await findPlan(tx, id))
  })
}
