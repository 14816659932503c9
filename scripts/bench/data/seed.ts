import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { migrate } from '#db/migrations/migrate.ts'
import { openStore } from '#db/store.ts'
import type { Store } from '#db/types.ts'
import { seedCatalogue } from '#features/catalogue/service/seed.ts'
import { createBus } from '#server/events.ts'
import { readKey } from '#server/secrets.ts'
import { createSessions } from '#server/sessions/session.ts'
import { domainName } from '#test/support/domain-name.ts'

export type Customer = {
  /** The Cookie header of a session. */
  cookie: string
  email: string
  /** The address that the customer signed in from. */
  address: string
  serviceIds: string[]
}

type Seeding = {
  customers: number
  /** Active services per customer. */
  services: number
  /** Stored unchanged; without a hash, sign-in is impossible. */
  passwordHash?: string
}

/** Fills an empty data folder with signed-in customers. */
export async function seedCustomers(dataDir: string, seeding: Seeding): Promise<Customer[]> {
  const store = await openStore({ dataDir })
  try {
    await migrate(store)
    await readKey(join(dataDir, 'secret.key'), true)
    await seedCatalogue(store, new Date())
    const [plan] = await store.read.select().from(store.t.pricingPlans).limit(1)
    if (!plan) throw new Error('the catalogue is empty')
    const customers = await Promise.all(
      Array.from({ length: seeding.customers }, (_, index) =>
        addCustomer(store, { ...seeding, index, planId: plan.id }),
      ),
    )
    // An activation creates them: files are stored in existing folders.
    for (const id of customers.flatMap(({ serviceIds }) => serviceIds))
      await mkdir(join(dataDir, 'services', id, 'public'), { recursive: true })
    return customers
  } finally {
    await store.close()
  }
}

/** Fills an empty data folder with one signed-in customer, who has that many active services. */
export async function seedCustomer(dataDir: string, services: number): Promise<Customer> {
  const [customer] = await seedCustomers(dataDir, { customers: 1, services })
  if (!customer) throw new Error('there is no customer')
  return customer
}

async function addCustomer(
  store: Store,
  { index, planId, services, passwordHash = 'none' }: Seeding & { index: number; planId: string },
): Promise<Customer> {
  const [userId, now, email] = [Bun.randomUUIDv7(), new Date(), `bench-${index}@example.com`]
  const moments = { createdAt: now, updatedAt: now }
  const person = { email, emailKey: email, mobile: `+9190${String(index).padStart(8, '0')}`, passwordHash }
  const serviceIds = Array.from({ length: services }, () => Bun.randomUUIDv7())
  await store.tx(async (tx) => {
    const { users, userServices } = tx.t
    await tx.insert(users).values({ id: userId, ...person, ...moments })
    for (const [number, id] of serviceIds.entries()) {
      const domain = domainName(`shop-${number}-of-${index}.example.com`)
      const running = { status: 'active' as const, serverIp: '127.0.0.1' }
      await tx.insert(userServices).values({ id, userId, planId, domain, ...running, ...moments })
    }
  })
  const address = `198.51.${100 + Math.floor(index / 250)}.${1 + (index % 250)}`
  const device = { userAgent: 'bench', address, createdAt: now.toISOString() }
  const cookie = await createSessions(store, { secure: false, events: createBus() }).start(userId, device)
  return { cookie: cookie.split(';')[0] ?? '', email, address, serviceIds }
}
