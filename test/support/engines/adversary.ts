import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import type {
  Credentials,
  DesiredDatabase,
  EngineSession,
  SqlTools,
} from '#features/engines/contract/database-engine.ts'
import { EngineRefused } from '#server/system/programs/engine-refused.ts'
import { second } from '#shared/time.ts'
import type { EngineUnderTest } from './engine-under-test.ts'
import { caps, contentsOf, refusal, textOf } from './fixtures.ts'

type EngineFixture = {
  world: () => EngineUnderTest
  /** A database with the schema of the dialect. */
  filled: () => Promise<Credentials>
  wantedOf: (credentials: Credentials, isOpen?: boolean) => DesiredDatabase
}

/** The time limit for other users' requests and for the end of access; the locks are held for far longer. */
const limitMs = 5 * second
const heldMs = 600 * second

/** @throws an error that names the step that did not end in time */
export async function soon<T>(what: string, work: Promise<T>): Promise<T> {
  const late = Promise.withResolvers<never>()
  const timer = setTimeout(() => late.reject(new Error(`within ${limitMs / second} s: not ${what}`)), limitMs)
  return Promise.race([work, late.promise]).finally(() => clearTimeout(timer))
}

/** Customer sessions that have run one list of statements each; the last statement may block, and the engine may end them. */
export async function hold(
  sql: SqlTools,
  adversary: Credentials,
  lists: readonly string[][],
): Promise<EngineSession[]> {
  const sessions: EngineSession[] = []
  for (const statements of lists) {
    const session = await sql.open(adversary)
    sessions.push(session)
    const running = (async () => {
      for (const statement of statements) await session.ask(statement, [], { ...caps, timeoutMs: heldMs })
    })()
    const failed = running.catch((error: unknown) => {
      if (error instanceof EngineRefused && statements.length > 1) throw error
    })
    // Its locks are held as soon as it runs.
    await Promise.race([failed, Bun.sleep(200)])
    failed.catch(() => {})
  }
  return sessions
}

/** Customer sessions that hold every lock they can, in a database with the dialect's schema. */
export const holdLocks = (
  { sql, dialect }: Pick<EngineUnderTest, 'sql' | 'dialect'>,
  adversary: Credentials,
): Promise<EngineSession[]> => hold(sql, adversary, dialect.locks(adversary))

/** The promises of an engine while a customer holds every lock available to them. */
export function testAdversary({ world, filled, wantedOf }: EngineFixture): void {
  describe('with a customer who holds every lock they can', () => {
    let adversary: Credentials
    let sessions: EngineSession[] = []
    beforeEach(async () => {
      adversary = await filled()
      sessions = await holdLocks(world(), adversary)
    })
    afterEach(async () => {
      await Promise.all(sessions.map((session) => session.close().catch(() => {})))
    })

    const isOut = async () => {
      const { connections = 0 } =
        (await world().engine.measure([adversary.database])).get(adversary.database) ?? {}
      expect(connections).toBe(0)
      for (const session of sessions)
        expect(await refusal(() => session.ask('select 1', [], caps))).toBeInstanceOf(Error)
      expect(await refusal(() => world().sql.open(adversary))).toBeInstanceOf(Error)
    }

    test('gives another customer a database, a password, a dump, figures and a health', async () => {
      const { engine, sql } = world()
      const other = await soon('a new database', filled())
      const changed = { ...other, password: `${other.password} changed` }
      await soon('a new password', engine.ensure({ ...wantedOf(changed), endsSessions: true }))
      expect((await contentsOf(sql, changed)).tables.length).toBeGreaterThan(1)
      const dump = async () => textOf((await engine.dump(changed, new AbortController().signal)).content)
      expect(await soon('a dump', dump())).toContain('orders')
      const both = [adversary.database, other.database]
      expect((await soon('their sizes', engine.measure(both))).size).toBe(2)
      await soon('slow statements', engine.readSlow(other.database))
      expect(await soon('its health', engine.check())).toMatchObject({ isHealthy: true })
      await soon('its end', engine.remove(other))
    }, 60_000)

    test('gives another customer all of it while twenty changes of the first one wait', async () => {
      const { engine } = world()
      const changes = Array.from({ length: 20 }, () => refusal(() => engine.ensure(wantedOf(adversary))))
      await soon('a new database', filled())
      await Promise.all(changes)
    }, 60_000)

    test('disconnects and refuses the customer once the database is closed', async () => {
      await soon('its closing', world().engine.ensure(wantedOf(adversary, false)))
      await isOut()
      await world().engine.ensure(wantedOf(adversary))
      expect((await contentsOf(world().sql, adversary)).tables.length).toBeGreaterThan(1)
    }, 60_000)

    test('disconnects sessions of an old password', async () => {
      const changed = { ...adversary, password: `${adversary.password} changed` }
      await soon('its change', world().engine.ensure({ ...wantedOf(changed), endsSessions: true }))
      await isOut()
      expect((await contentsOf(world().sql, changed)).tables.length).toBeGreaterThan(1)
    }, 60_000)

    test("removes the customer's database", async () => {
      await soon('its removal', world().engine.remove(adversary))
      await isOut()
      expect(await world().engine.isTaken(adversary)).toBe(false)
    }, 60_000)
  })

  describe("with a customer who locks another customer's objects", () => {
    let other: Credentials
    let sessions: EngineSession[] = []
    beforeEach(async () => {
      other = await filled()
      const adversary = await filled()
      const [first = [], ...rest] = world().dialect.grabs(other)
      sessions = await hold(world().sql, adversary, [first])
      sessions.push(...(await hold(world().sql, adversary, rest)))
    })
    afterEach(async () => {
      await Promise.all(sessions.map((session) => session.close().catch(() => {})))
    })

    test('lets the other customer in, and gives them a dump, figures and a password', async () => {
      const { engine, sql } = world()
      expect((await soon('a sign-in', contentsOf(sql, other))).tables.length).toBeGreaterThan(1)
      const dump = async () => textOf((await engine.dump(other, new AbortController().signal)).content)
      expect(await soon('a dump', dump())).toContain('orders')
      expect((await soon('a size', engine.measure([other.database]))).size).toBe(1)
      const changed = { ...other, password: `${other.password} changed` }
      await soon('a new password', engine.ensure({ ...wantedOf(changed), endsSessions: true }))
      await soon('a sign-in', contentsOf(sql, changed))
      expect(await soon('the health', engine.check())).toMatchObject({ isHealthy: true })
    }, 60_000)

    test("creates a database for a new customer, and swaps it with the other customer's", async () => {
      const by = await soon('a new database', filled())
      const aside = `${by.database}_aside`
      await soon('the exchange', world().engine.replace({ live: other, by, aside }))
      expect((await contentsOf(world().sql, other)).tables.length).toBeGreaterThan(1)
      await world().engine.remove({ ...by, database: aside })
    }, 60_000)

    test("removes the other customer's database", async () => {
      await soon('the removal', world().engine.remove(other))
      expect(await world().engine.isTaken(other)).toBe(false)
      expect(await refusal(() => world().sql.open(other))).toBeInstanceOf(Error)
    }, 60_000)
  })
}
