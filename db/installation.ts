import { eq } from 'drizzle-orm'
import { engineOf } from './engine.ts'
import { hasTable } from './migrations/migrate.ts'
import type { Store } from './types.ts'

/** The row that identifies the installation of the database. */
export type Installation = Store['t']['installation']['$inferSelect']

const name = 'portal'

/** The installation of the database; null when it has none yet, or its schema predates installations. */
export async function readInstallation(store: Store): Promise<Installation | null> {
  if (!(await hasTable(engineOf(store), 'installation'))) return null
  const [row] = await store.read.select().from(store.t.installation)
  return row ?? null
}

/** Gives the database an installation, its own or a new one. Requires the current schema; concurrent nodes get the same. */
export async function ensureInstallation(store: Store, now: Date): Promise<Installation> {
  await store.tx(async (tx) => {
    await tx
      .insert(tx.t.installation)
      .values({ name, id: Bun.randomUUIDv7(), createdAt: now })
      .onConflictDoNothing()
  })
  const row = await readInstallation(store)
  if (!row) throw new Error('the installation was not stored')
  return row
}

/** Stores `keyCheck` in the database, a text sealed with its key. */
export async function rememberKey(store: Store, keyCheck: string): Promise<void> {
  await store.tx(async (tx) => {
    await tx.update(tx.t.installation).set({ keyCheck }).where(eq(tx.t.installation.name, name))
  })
}
