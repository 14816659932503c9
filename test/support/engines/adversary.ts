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
import { caps, contentsOf, refusal, textOf } from './ways.ts'

type Ways = {
  world: () => EngineUnderTest
  /** A database with the schema of the dialect. */
  filled: () => Promise<Credentials>
  wantedOf: (credentials: Credentials, isOpen?: boolean) => DesiredDatabase
}

/** What others ask for, and the end of access, is answered within this time; the locks are held for far longer. */
const limitMs = 5 * second
const heldMs = 600 * second

/** @throws an error that names what did not end in time */
export async function soon<T>(what: string, work: Promise<T>): Promise<T> {
  const late = Promise.withResolvers<never>()
  const timer = setTimeout(() => late.reject(new Error(`within ${limitMs / second} s: not ${what}`)), limitMs)
  return Promise.race([work, late.promise]).finally(() => clearTimeout(timer))
}

/** Sessions of a customer that have run the statements of one list each; the last one may not end, and the engine may end them. */
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
    // It holds its locks as soon as it runs.
    await Promise.race([failed, Bun.sleep(200)])
    failed.catch(() => {})
  }
  return sessions
}

/** Sessions of a customer that hold every lock they can, in a database that has the schema of the dialect. */
export const holdLocks = (
  { sql, dialect }: Pick<EngineUnderTest, 'sql' | 'dialect'>,
  adversary: Credentials,
): Promise<EngineSession[]> => hold(sql, adversary, dialect.locks(adversary))

/** What an engine keeps of its promises while a customer holds every lock that there is for it. */
export function keepsOutAdversary({ world, filled, wantedOf }: Ways): void {
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

    test('gives another one a database, a password, a dump, figures and a health', async () => {
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

    test('gives another one all of it while twenty changes of the customer wait', async () => {
      const { engine } = world()
      const changes = Array.from({ length: 20 }, () => refusal(() => engine.ensure(wantedOf(adversary))))
      await soon('a new database', filled())
      await Promise.all(changes)
    }, 60_000)

    test('ends and refuses the customer once the database is closed', async () => {
      await soon('its closing', world().engine.ensure(wantedOf(adversary, false)))
      await isOut()
      await world().engine.ensure(wantedOf(adversary))
      expect((await contentsOf(world().sql, adversary)).tables.length).toBeGreaterThan(1)
    }, 60_000)

    test('ends who came in with a former password', async () => {
      const changed = { ...adversary, password: `${adversary.password} changed` }
      await soon('its change', world().engine.ensure({ ...wantedOf(changed), endsSessions: true }))
      await isOut()
      expect((await contentsOf(world().sql, changed)).tables.length).toBeGreaterThan(1)
    }, 60_000)

    test('removes the database of the customer', async () => {
      await soon('its removal', world().engine.remove(adversary))
      await isOut()
      expect(await world().engine.isTaken(adversary)).toBe(false)
    }, 60_000)
  })

  describe("with a customer who grabs what is another one's", () => {
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

    test('lets the other one in, and gives them a dump, figures and a password', async () => {
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

    test('makes a database for somebody new, and puts it in the place of the other one', async () => {
      const by = await soon('a new database', filled())
      const aside = `${by.database}_aside`
      await soon('the exchange', world().engine.replace({ live: other, by, aside }))
      expect((await contentsOf(world().sql, other)).tables.length).toBeGreaterThan(1)
      await world().engine.remove({ ...by, database: aside })
    }, 60_000)

    test('removes the other one', async () => {
      await soon('the removal', world().engine.remove(other))
      expect(await world().engine.isTaken(other)).toBe(false)
      expect(await refusal(() => world().sql.open(other))).toBeInstanceOf(Error)
    }, 60_000)
  })
}
