import { afterAll, beforeAll, expect, test } from 'bun:test'
import { Client } from 'pg'
import { soon } from '#test/support/engines/adversary.ts'
import type { EngineUnderTest } from '#test/support/engines/engine-under-test.ts'
import { caps, createNames, newCredentials } from '#test/support/engines/fixtures.ts'
import { startRemotePostgres } from '#test/support/engines/postgresql.ts'
import { until } from '#test/support/until.ts'
import type { Credentials } from '../../contract/database-engine.ts'

const nextNames = createNames()
let world: EngineUnderTest
beforeAll(async () => {
  world = await startRemotePostgres()
}, 120_000)
afterAll(() => world.stop())

const newDatabase = async () => {
  const credentials = newCredentials(nextNames())
  await world.engine.ensure({ ...credentials, isOpen: true, allow: [] })
  return credentials
}

const endlessly = (statement: string) =>
  `do $$ begin loop begin ${statement}; exception when query_canceled or others then null; end; end loop; end $$`
/** Each takes all free lock table space, ignoring cancellation. */
const hoarding = [
  endlessly('perform pg_advisory_lock((random() * 1e9)::bigint)'),
  endlessly("execute format('create temporary table t%s (a int)', (random() * 1e9)::int)"),
  endlessly("execute 'alter role current_user set work_mem = 5000'; perform lo_create(0)"),
]

/** Ten sessions that reconnect whenever they are ended. Returns a function that stops them. */
async function hoard({ user, password, database }: Credentials): Promise<() => Promise<void>> {
  const { port } = await world.engine.connect()
  let isOver = false
  const hoardOn = async (statement = '') => {
    while (!isOver) {
      const client = new Client({ host: '127.0.0.1', port, user, password, database })
      client.on('error', () => {})
      await client
        .connect()
        .then(() => client.query(statement))
        .catch(() => {})
      await client.end().catch(() => {})
      await Bun.sleep(50)
    }
  }
  const sessions = Array.from({ length: 10 }, (_, index) => hoardOn(hoarding[index % hoarding.length]))
  return async () => {
    isOver = true
    await Promise.all(sessions)
  }
}

test('customers who exhaust the lock table of an external server are disconnected', async () => {
  const [one, two] = [await newDatabase(), await newDatabase()]
  const ends = [await hoard(one), await hoard(two)]
  const isLetIn = async () => {
    try {
      const session = await world.sql.open(await newDatabase())
      await session.ask('select 1', [], caps)
      await session.close()
      return true
    } catch {
      return false
    }
  }
  await soon('a new database for another customer', until('a sign-in', isLetIn))
  await soon('their end', world.engine.ensure({ ...one, isOpen: false, allow: [] }))
  await soon('their end', world.engine.ensure({ ...two, isOpen: false, allow: [] }))
  const counts = await world.engine.measure([one.database, two.database])
  expect([...counts.values()].map(({ connections }) => connections)).toEqual([0, 0])
  await Promise.all(ends.map((end) => end()))
}, 120_000)
