import { Duplicate } from '#db/errors.ts'
import type { Store } from '#db/types.ts'
import { toPaise } from '#shared/money/money.ts'
import { catalogueSeed, describeLimits } from '../contract/contract.ts'

const paise = (rupees: number): number => toPaise(rupees) ?? 0

/** Fills an empty catalogue with the plans of a new portal; leaves any other catalogue unchanged. */
export async function seedCatalogue(store: Store, now: Date): Promise<void> {
  await fillCatalogue(store, now).catch((error: unknown) => {
    // Another node that started at the same moment was first, and seeded all of it.
    if (!(error instanceof Duplicate)) throw error
  })
}

async function fillCatalogue(store: Store, now: Date): Promise<void> {
  const { serviceCategories, pricingPlans } = store.t
  await store.tx(async (tx) => {
    if ((await tx.$count(serviceCategories)) > 0) return
    for (const [sort, { plans, basePrice, ...category }] of catalogueSeed.entries()) {
      const categoryId = Bun.randomUUIDv7()
      const row = { ...category, id: categoryId, basePricePaise: paise(basePrice), sort, createdAt: now }
      await tx.insert(serviceCategories).values(row)
      const rows = plans.map(({ price, originalPrice, ...plan }, index) => ({
        ...plan,
        id: Bun.randomUUIDv7(),
        categoryId,
        pricePaise: paise(price),
        originalPricePaise: originalPrice === null ? null : paise(originalPrice),
        discount: null,
        features: describeLimits(plan.limits),
        isArchived: false,
        sort: index,
      }))
      await tx.insert(pricingPlans).values(rows)
    }
  })
}
