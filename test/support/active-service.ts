import { mkdir } from 'node:fs/promises'
import { findPlan, type TestApp } from './app.ts'

/** An active service of a customer on the given plan, created without an order. */
export async function insertActiveService(app: TestApp, userId: string, plan = 'Starter'): Promise<string> {
  const id = Bun.randomUUIDv7()
  const at = app.deps.now()
  const { id: planId } = await findPlan(app, plan)
  const row = { id, userId, planId, status: 'active' as const, activatedAt: at }
  const address = { serverIp: app.deps.env.SERVER_IP }
  await app.store.tx((tx) =>
    tx.insert(tx.t.userServices).values({ ...row, ...address, createdAt: at, updatedAt: at }),
  )
  await mkdir(`${app.dataDir}/services/${id}/public`, { recursive: true })
  return id
}
