import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { migrate } from '#db/migrations/migrate.ts'
import { openStore } from '#db/store.ts'
import { seedCatalogue } from '#features/catalogue/service/seed.ts'
import { createBus } from '#server/events.ts'
import { readKey } from '#server/secrets.ts'
import { createSessions } from '#server/sessions/session.ts'
import { domainName } from '#test/support/domain-name.ts'

const services = 10

/** Fills an empty data folder with a signed-in customer who has ten active services; answers the Cookie header. */
export async function seedServices(dataDir: string): Promise<string> {
  const store = await openStore({ dataDir })
  try {
    const now = new Date()
    await migrate(store)
    await readKey(join(dataDir, 'secret.key'), true)
    await seedCatalogue(store, now)
    const userId = Bun.randomUUIDv7()
    await store.tx(async (tx) => {
      const { users, userServices, pricingPlans } = tx.t
      const person = { email: 'bench@example.com', emailKey: 'bench@example.com', mobile: '+919000000001' }
      const moments = { createdAt: now, updatedAt: now }
      await tx.insert(users).values({ id: userId, ...person, passwordHash: 'none', ...moments })
      const [plan] = await tx.select().from(pricingPlans).limit(1)
      if (!plan) throw new Error('the catalogue is empty')
      for (let i = 0; i < services; i += 1) {
        const own = {
          id: Bun.randomUUIDv7(),
          userId,
          planId: plan.id,
          domain: domainName(`shop-${i}.example.com`),
        }
        await tx.insert(userServices).values({ ...own, status: 'active', serverIp: '127.0.0.1', ...moments })
        await mkdir(join(dataDir, 'services', own.id, 'public'), { recursive: true })
      }
    })
    const device = { userAgent: 'bench', address: '127.0.0.1', createdAt: now.toISOString() }
    const cookie = await createSessions(store, { secure: false, events: createBus() }).start(userId, device)
    return cookie.split(';')[0] ?? ''
  } finally {
    await store.close()
  }
}
