import { copyFileSync, existsSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { SQL } from 'bun'
import type { LongReadLimits } from '#db/long-reads.ts'
import { migrate } from '#db/migrations/migrate.ts'
import { openStore } from '#db/store.ts'
import type { OnStatement, Store, StoreSettings } from '#db/types.ts'
import { makeTestFolder } from './folders.ts'

type Seed = (store: Store) => Promise<void>
export type TestStore = { store: Store; settings: StoreSettings; close(): Promise<void> }
export type TestStoreOptions = {
  /** Runs once on the template of the stores; pass the same function to share a template. */
  seed?: Seed
  /** Files that pass the same name share one template on PostgreSQL: each file has modules of its own. */
  seedName?: string
  bodyLimitMs?: number
  onStatement?: OnStatement
  longReads?: LongReadLimits
}

type Limits = Pick<StoreSettings, 'bodyLimitMs' | 'onStatement' | 'longReads'>

/** `STORE=postgres` runs the same tests on the server at TEST_DATABASE_URL, which belongs to this run. */
export const testEngine = Bun.env.STORE === 'postgres' ? 'postgres' : 'sqlite'

const noSeed: Seed = async () => {}
const templates = new Map<Seed, Promise<string>>()

/** A store of its own with the current schema: a copy of a template that was migrated and seeded once. */
export async function createTestStore(options: TestStoreOptions = {}): Promise<TestStore> {
  const { seed = noSeed, seedName, bodyLimitMs, onStatement, longReads } = options
  let template = templates.get(seed)
  if (!template) {
    const name = seed === noSeed ? 'empty' : seedName
    template = testEngine === 'postgres' ? findPostgresTemplate(seed, name) : makeSqliteTemplate(seed)
    templates.set(seed, template)
  }
  const limit = {
    ...(bodyLimitMs === undefined ? {} : { bodyLimitMs }),
    ...(onStatement ? { onStatement } : {}),
    ...(longReads ? { longReads } : {}),
  }
  return testEngine === 'postgres' ? copyPostgres(await template, limit) : copySqlite(await template, limit)
}

async function makeSqliteTemplate(seed: Seed): Promise<string> {
  const dataDir = makeTestFolder()
  const store = await openStore({ dataDir })
  await migrate(store)
  await seed(store)
  await store.close()
  const file = join(dataDir, 'portal.db')
  if (existsSync(`${file}-wal`)) throw new Error('the template was not closed cleanly')
  return file
}

async function copySqlite(template: string, limit: Limits): Promise<TestStore> {
  const dataDir = makeTestFolder()
  copyFileSync(template, join(dataDir, 'portal.db'))
  const settings = { dataDir, ...limit }
  const store = await openStore(settings)
  return {
    store,
    settings,
    async close() {
      await store.close()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

/** An empty database on the test server; `template` copies one. */
export async function createTestDatabase(template?: string): Promise<string> {
  const name = `portal_${crypto.randomUUID().replaceAll('-', '')}`
  await administer(`create database ${name} ${template ? `template ${template} strategy file_copy` : ''}`)
  return name
}

export async function dropTestDatabase(name: string): Promise<void> {
  await administer(`drop database ${name} with (force)`)
}

/** The address of a database on the test server. */
export function testDatabaseUrl(name: string): string {
  const url = new URL(serverUrl())
  url.pathname = `/${name}`
  url.searchParams.set('pool', '8')
  return url.href
}

function serverUrl(): string {
  const url = Bun.env.TEST_DATABASE_URL
  if (!url) throw new Error('STORE=postgres needs TEST_DATABASE_URL: see test/support/with-postgres.ts')
  return url
}

const hasDatabase = async (name: string): Promise<boolean> =>
  (await administer(`select 1 from pg_database where datname = '${name}'`)).length > 0

let administrator: SQL | null = null
let sweeper: SQL | null = null

/** One connection for the whole process: there are thousands of databases, and connecting costs as much as a small test. */
function administer(statement: string): Promise<unknown[]> {
  administrator ??= new SQL(serverUrl(), { max: 1 })
  return administrator.unsafe(statement)
}

const sweptAtOnce = 4
const sweeping = new Set<Promise<unknown>>()

/** Drops an unused database while the next tests run: the server waits for its connections to close. */
async function sweep(name: string): Promise<void> {
  sweeper ??= new SQL(serverUrl(), { max: 1 })
  const dropped: Promise<unknown> = sweeper.unsafe(`drop database ${name} with (force)`).finally(() => {
    sweeping.delete(dropped)
  })
  sweeping.add(dropped)
  if (sweeping.size > sweptAtOnce) await Promise.race(sweeping)
}

async function findPostgresTemplate(seed: Seed, name: string | undefined): Promise<string> {
  if (!name) return makePostgresTemplate(seed)
  const shared = `portal_template_${name}`
  if (await hasDatabase(shared)) return shared
  const made = await makePostgresTemplate(seed)
  try {
    await administer(`alter database ${made} rename to ${shared}`)
  } catch {
    // Another process was faster.
    await dropTestDatabase(made)
  }
  return shared
}

async function makePostgresTemplate(seed: Seed): Promise<string> {
  const name = await createTestDatabase()
  const store = await openStore({ dataDir: '', databaseUrl: testDatabaseUrl(name) })
  await migrate(store)
  await seed(store)
  await store.close()
  return name
}

async function copyPostgres(template: string, limit: Limits): Promise<TestStore> {
  const name = await createTestDatabase(template)
  const settings = { dataDir: '', databaseUrl: testDatabaseUrl(name), ...limit }
  const store = await openStore(settings)
  return {
    store,
    settings,
    async close() {
      await store.close()
      await sweep(name)
    },
  }
}
