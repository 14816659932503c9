import { afterAll, beforeAll, expect, test } from 'bun:test'
import type { Pool, PoolConfig } from 'pg'
import { EngineBusy } from '#server/system/programs/engine-refused.ts'
import { minute } from '#shared/time.ts'
import { type PostgresServer, startEmbeddedPostgres } from '#test/support/postgres.ts'
import { openPool } from './admin.ts'
import { createStanding, type Standing } from './standing.ts'

let server: PostgresServer
let standing: Standing
let pool: Pool
const newPool = (further: PoolConfig = {}) => {
  const { hostname: host, port, username: user, password } = new URL(server.url)
  return openPool({ host, port: Number(port), user, password, database: 'postgres' }, { max: 2, ...further })
}
beforeAll(async () => {
  server = await startEmbeddedPostgres()
  // Waits longer than a run takes.
  pool = newPool({ lock_timeout: minute })
  standing = createStanding(newPool())
}, 120_000)
afterAll(async () => {
  await standing.close()
  await pool.end()
  await server.stop()
})

const count = () =>
  standing.run(async (connection) => (await connection.ask<{ n: number }>('select 1 as n'))[0]?.n)
const locksOfAuthid = async () =>
  (
    await pool.query(
      "select 1 from pg_locks where relation = 'pg_authid'::regclass and mode = 'AccessShareLock' and pid <> pg_backend_pid()",
    )
  ).rowCount

test('one transaction is open between two runs, and none after a failed run', async () => {
  for (const _ of [1, 2, 3]) expect(await count()).toBe(1)
  expect(await locksOfAuthid()).toBe(1)
  await expect(standing.run((connection) => connection.ask('select 1 / 0'))).rejects.toThrow(
    'division by zero',
  )
  expect(await locksOfAuthid()).toBe(0)
  expect(await count()).toBe(1)
})

test('a run in progress at close leaves nothing open', async () => {
  const other = createStanding(newPool())
  await other.run((connection) => connection.ask('select 1'))
  const [begun, closing] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const running = other.run(async (connection) => {
    begun.resolve()
    await closing.promise
    return connection.ask('select 1')
  })
  await begun.promise
  const closed = other.close()
  closing.resolve()
  await Promise.all([running, closed])
})

test('a caller that needs a catalog exclusively gets it after the next run', async () => {
  await count()
  const tryUntilRefused = async () => {
    for (;;) await count()
  }
  // Those that ended before the lock request succeeded.
  const refused = tryUntilRefused().catch((error: unknown) => error)
  await pool.query('vacuum full pg_catalog.pg_authid')
  expect(await refused).toBeInstanceOf(EngineBusy)
  expect(await count()).toBe(1)
})
