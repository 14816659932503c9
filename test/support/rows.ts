import type { Store } from '#db/types.ts'

/** The timestamp of the fixed rows. */
export const moment = new Date('2026-11-21T04:30:00.123Z')

/** A user with unique values derived from `name`. */
export const userRow = (name: string) => ({
  email: `${name}@Example.com`,
  emailKey: `${name}@example.com`,
  mobile: `+91${name}`,
  passwordHash: 'hash',
  createdAt: moment,
  updatedAt: moment,
})

/** Stores a user; returns the id. */
export async function addUser(store: Store, name: string): Promise<string> {
  const [row] = await store.tx((tx) =>
    tx.insert(tx.t.users).values(userRow(name)).returning({ id: tx.t.users.id }),
  )
  if (!row) throw new Error('no row')
  return row.id
}

/** Stores a plan with its category; returns the plan's id. */
export async function addPlan(store: Store): Promise<string> {
  const limits = {
    diskBytes: 1,
    databases: 1,
    mailboxes: 1,
    domains: 1,
    backups: 1,
    memoryBytes: 1,
    cpuPercent: 1,
  }
  return store.tx(async (tx) => {
    const category = { id: Bun.randomUUIDv7(), name: Bun.randomUUIDv7(), createdAt: moment }
    await tx.insert(tx.t.serviceCategories).values(category)
    const plan = {
      id: Bun.randomUUIDv7(),
      categoryId: category.id,
      name: 'Starter',
      pricePaise: 9_900,
      features: ['one'],
      limits,
    }
    await tx.insert(tx.t.pricingPlans).values(plan)
    return plan.id
  })
}
