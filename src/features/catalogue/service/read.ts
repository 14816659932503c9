import { and, asc, eq } from 'drizzle-orm'
import type { Store } from '#db/types.ts'
import type { Context } from '#server/context.ts'
import type { AdminPlan, Category, Plan } from '../contract/contract.ts'
import { findCategory, presentAdminPlan, presentCategory, presentPlan } from './rows.ts'

/** The categories in order. */
export async function listCategories(ctx: Context): Promise<Category[]> {
  const categories = ctx.store.t.serviceCategories
  const rows = await ctx.store.read
    .select()
    .from(categories)
    .orderBy(asc(categories.sort), asc(categories.id))
  return rows.map(presentCategory)
}

const listPlanRows = (store: Store, categoryId?: string) => {
  const plans = store.t.pricingPlans
  const offered = eq(plans.isArchived, false)
  return store.read
    .select()
    .from(plans)
    .where(categoryId ? and(eq(plans.categoryId, categoryId), offered) : offered)
    .orderBy(asc(plans.sort), asc(plans.id))
}

/**
 * The available plans of a category, in order.
 * @throws NOT_FOUND when there is no such category.
 */
export async function listPlans(ctx: Context, input: { categoryId: string }): Promise<Plan[]> {
  await findCategory(ctx.store, input.categoryId)
  return (await listPlanRows(ctx.store, input.categoryId)).map(presentPlan)
}

/** Every category with its available plans, for the landing page. */
export async function listCatalogue(ctx: Context): Promise<(Category & { plans: Plan[] })[]> {
  const [categories, plans] = [await listCategories(ctx), await listPlanRows(ctx.store)]
  return categories.map((category) => ({
    ...category,
    plans: plans.filter((plan) => plan.categoryId === category.id).map(presentPlan),
  }))
}

/** Every plan, including archived ones, for the administrator. */
export async function listAllPlans(ctx: Context): Promise<AdminPlan[]> {
  const plans = ctx.store.t.pricingPlans
  const rows = await ctx.store.read
    .select()
    .from(plans)
    .orderBy(asc(plans.categoryId), asc(plans.sort), asc(plans.id))
  return rows.map(presentAdminPlan)
}
