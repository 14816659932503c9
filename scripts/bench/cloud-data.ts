import { join } from 'node:path'
import { migrate } from '#db/migrations/migrate.ts'
import { openStore } from '#db/store.ts'
import type { Store } from '#db/types.ts'
import { seedCatalogue } from '#features/catalogue/service/seed.ts'
import { createBus } from '#server/events.ts'
import { readKey } from '#server/secrets.ts'
import { createSessions } from '#server/sessions/session.ts'

/** Fills an empty data folder with signed-in customers; answers the Cookie header of each. */
export async function seedCustomers(dataDir: string, count: number): Promise<string[]> {
  const store = await openStore({ dataDir })
  try {
    await migrate(store)
    await readKey(join(dataDir, 'secret.key'), true)
    await seedCatalogue(store, new Date())
    return await Promise.all(Array.from({ length: count }, (_, index) => addCustomer(store, index)))
  } finally {
    await store.close()
  }
}

async function addCustomer(store: Store, index: number): Promise<string> {
  const [id, now, email] = [Bun.randomUUIDv7(), new Date(), `bench-${index}@example.com`]
  const person = { email, emailKey: email, mobile: `+9190${String(index).padStart(8, '0')}` }
  const row = { id, ...person, passwordHash: 'none', createdAt: now, updatedAt: now }
  await store.tx((tx) => tx.insert(tx.t.users).values(row))
  const device = { userAgent: 'bench', address: '127.0.0.1', createdAt: now.toISOString() }
  const cookie = await createSessions(store, { secure: false, events: createBus() }).start(id, device)
  return cookie.split(';')[0] ?? ''
}

/** Copies the sample of the first customer until the account has at least so many resources in its lists. */
export async function multiplySample(dataDir: string, wanted: number): Promise<void> {
  const store = await openStore({ dataDir })
  const { cloudInstances, cloudFunctions, cloudContainers, cloudStorage } = store.t
  try {
    const copies = <Row extends { id: string }>(row: Row | undefined) =>
      row === undefined
        ? []
        : Array.from({ length: Math.ceil(wanted / 4) }, () => ({ ...row, id: Bun.randomUUIDv7() }))
    const [instance] = await store.read.select().from(cloudInstances).limit(1)
    const [lambda] = await store.read.select().from(cloudFunctions).limit(1)
    const [container] = await store.read.select().from(cloudContainers).limit(1)
    const [bucket] = await store.read.select().from(cloudStorage).limit(1)
    await store.tx(async (tx) => {
      await tx.insert(cloudInstances).values(copies(instance))
      await tx.insert(cloudFunctions).values(copies(lambda))
      await tx.insert(cloudContainers).values(copies(container))
      await tx.insert(cloudStorage).values(copies(bucket))
    })
  } finally {
    await store.close()
  }
}
