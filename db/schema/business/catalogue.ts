import type { Kit } from '../../kit.ts'

/** Sizes in bytes, CPU in percent of one core, the others are numbers. */
export type PlanLimits = {
  diskBytes: number
  databases: number
  mailboxes: number
  domains: number
  backups: number
  memoryBytes: number
  cpuPercent: number
}

/** The plans for order. */
export function catalogueTables(k: Kit) {
  const serviceCategories = k.table(
    'service_categories',
    {
      id: k.id().primaryKey(),
      name: k.text().notNull(),
      description: k.text(),
      icon: k.text(),
      basePricePaise: k.paise().notNull().default(0),
      sort: k.int().notNull().default(0),
      createdAt: k.time().notNull(),
    },
    (t) => [k.uniqueIndex('service_categories_name_key').on(t.name)],
  )

  const pricingPlans = k.table(
    'pricing_plans',
    {
      id: k.id().primaryKey(),
      categoryId: k
        .ref()
        .notNull()
        .references(() => serviceCategories.id),
      name: k.text().notNull(),
      description: k.text(),
      pricePaise: k.paise().notNull(),
      originalPricePaise: k.paise(),
      discount: k.text(),
      features: k.json<string[]>().notNull(),
      limits: k.json<PlanLimits>().notNull(),
      isPopular: k.bool().notNull().default(false),
      isContact: k.bool().notNull().default(false),
      isArchived: k.bool().notNull().default(false),
      sort: k.int().notNull().default(0),
    },
    (t) => [k.uniqueIndex('pricing_plans_name_key').on(t.categoryId, t.name)],
  )

  return { serviceCategories, pricingPlans }
}

export type CatalogueTables = ReturnType<typeof catalogueTables>
