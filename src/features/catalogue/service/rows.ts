import { eq } from 'drizzle-orm'
import type { Source, Store } from '#db/types.ts'
import { only } from '#shared/errors.ts'
import { toRupees } from '#shared/money/money.ts'
import type { AdminPlan, Category, Plan } from '../contract/contract.ts'

export type CategoryRow = Store['t']['serviceCategories']['$inferSelect']
export type PlanRow = Store['t']['pricingPlans']['$inferSelect']

/** A category in API responses; prices in rupees. */
export const presentCategory = (row: CategoryRow): Category => ({
  id: row.id,
  name: row.name,
  description: row.description,
  icon: row.icon,
  basePrice: toRupees(row.basePricePaise),
})

/** A plan for customers; prices in rupees a month. */
export const presentPlan = (row: PlanRow): Plan => ({
  id: row.id,
  categoryId: row.categoryId,
  name: row.name,
  description: row.description,
  price: toRupees(row.pricePaise),
  originalPrice: row.originalPricePaise === null ? null : toRupees(row.originalPricePaise),
  discount: row.discount,
  features: row.features,
  isPopular: row.isPopular,
  isContact: row.isContact,
  limits: row.limits,
})

/** A plan for administrators. */
export const presentAdminPlan = (row: PlanRow): AdminPlan => ({
  ...presentPlan(row),
  isArchived: row.isArchived,
})

/** @throws NOT_FOUND */
export async function findCategory({ read, t }: Source, id: string): Promise<CategoryRow> {
  const categories = t.serviceCategories
  return only(await read.select().from(categories).where(eq(categories.id, id)), 'This category')
}

/** @throws NOT_FOUND */
export async function findPlan({ read, t }: Source, id: string): Promise<PlanRow> {
  const plans = t.pricingPlans
  return only(await read.select().from(plans).where(eq(plans.id, id)), 'This plan')
}
