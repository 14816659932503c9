import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { existsSync } from 'node:fs'
import { gzipSync } from 'node:zlib'
import type { Credentials } from '#features/engines/contract/database-engine.ts'
import { EngineRefused, PasswordRefused } from '#server/system/programs/engine-refused.ts'
import { EngineUnavailable } from '#server/system/programs/engine-unavailable.ts'
import { until } from '../until.ts'
import { testAdversary } from './adversary.ts'
import type { EngineUnderTest } from './engine-under-test.ts'
import { testFileImports } from './file-promises.ts'
import {
  caps,
  contentsOf,
  createNames,
  newCredentials,
  outsideFile,
  refusal,
  runAll,
  streamOf,
  textOf,
} from './fixtures.ts'

const everyPrintable = Array.from({ length: 95 }, (_, index) => String.fromCharCode(32 + index)).join('')

/** The contract of `DatabaseEngine`, for every SQL engine. */
export function testEngine(name: string, start: () => Promise<EngineUnderTest>): void {
  describe(`the engine ${name}`, () => {
    let world: EngineUnderTest
    const made: Credentials[] = []
    const nextNames = createNames()
    const wantedOf = (credentials: Credentials, isOpen = true) => ({ ...credentials, isOpen, allow: [] })
    const add = async (changes: Partial<Credentials> = {}) => {
      const credentials = { ...newCredentials(nextNames()), ...changes }
      made.push(credentials)
      await world.engine.ensure(wantedOf(credentials))
      return credentials
    }
    const run = (credentials: Credentials, sql: string) => runAll(world.sql, credentials, sql)
    const filled = async () => {
      const credentials = await add()
      await run(credentials, world.dialect.schema)
      return credentials
    }
    const dumpOf = async (credentials: Credentials) =>
      textOf((await world.engine.dump(credentials, new AbortController().signal)).content)
    const load = (credentials: Credentials, content: string | Uint8Array) =>
      world.engine.load(credentials, streamOf(content), new AbortController().signal)

    beforeAll(async () => {
      world = await start()
    })
    afterAll(async () => {
      await world?.stop()
    })

    describe('databases', () => {
      test('have one stable address', async () => {
        const first = await world.engine.connect()
        expect(first.port).toBeGreaterThan(0)
        expect(await world.engine.connect()).toEqual(first)
        expect((await world.engine.check()).isHealthy).toBe(true)
        expect(world.engine.advice).toBeNull()
      })

      test('stay unchanged by a repeated call', async () => {
        const mine = await filled()
        const before = await contentsOf(world.sql, mine)
        expect(before.tables.length).toBeGreaterThan(1)
        await world.engine.ensure(wantedOf(mine))
        expect(await contentsOf(world.sql, mine)).toEqual(before)
      })

      test('report their names as taken from creation to removal', async () => {
        const [names, others] = [nextNames(), nextNames()]
        expect(await world.engine.isTaken(names)).toBe(false)
        await world.engine.ensure(wantedOf(newCredentials(names)))
        expect(await world.engine.isTaken({ ...names, user: others.user })).toBe(true)
        expect(await world.engine.isTaken({ ...names, database: others.database })).toBe(true)
        await world.engine.remove(names)
        expect(await world.engine.isTaken(names)).toBe(false)
        await world.engine.remove(names)
      })

      test('can be removed while clients are connected', async () => {
        const mine = await add()
        const session = await world.sql.open(mine)
        await world.engine.remove(mine)
        expect(await refusal(() => session.ask('select 1', [], caps))).toBeInstanceOf(Error)
        await session.close()
        expect(await refusal(() => world.sql.open(mine))).toBeInstanceOf(EngineRefused)
        expect(await world.engine.measure([mine.database])).toEqual(new Map())
      })

      test('report size and connections, or nothing when missing', async () => {
        const mine = await add()
        const before = (await world.engine.measure([mine.database])).get(mine.database)
        expect(before?.bytes).toBeGreaterThanOrEqual(0)
        await run(mine, world.dialect.fillMegabyte)
        const session = await world.sql.open(mine)
        const usage = await until('its growth', async () => {
          const found = (await world.engine.measure([mine.database, 'zz_nothing'])).get(mine.database)
          return found && found.bytes > (before?.bytes ?? 0) + 900_000 ? found : null
        })
        expect(usage.connections).toBeGreaterThanOrEqual(1)
        await session.close()
        expect([...(await world.engine.measure([mine.database, 'zz_nothing'])).keys()]).toEqual([
          mine.database,
        ])
      })

      test('can be created fifty at a time', async () => {
        const all = Array.from({ length: 50 }, () => newCredentials(nextNames()))
        await Promise.all(all.map((each) => world.engine.ensure(wantedOf(each))))
        const sizes = await world.engine.measure(all.map(({ database }) => database))
        expect(sizes.size).toBe(50)
        const [first, last] = [all[0], all.at(-1)]
        for (const each of [first, last])
          if (each) expect(await run(each, 'select 1')).toMatchObject([{ rows: [['1']] }])
        await Promise.all(all.map((each) => world.engine.remove(each)))
        expect((await world.engine.measure(all.map(({ database }) => database))).size).toBe(0)
      }, 300_000)
    })

    describe('access', () => {
      test('requires the password, which may hold any printable character', async () => {
        const mine = await add({ password: everyPrintable })
        expect(await run(mine, 'select 1')).toMatchObject([{ rows: [['1']] }])
        const wrong = { ...mine, password: everyPrintable.toUpperCase() }
        expect(await refusal(() => world.sql.open(wrong))).toBeInstanceOf(EngineRefused)
        const backslashes = { ...mine, password: String.raw`\'; drop -- "%s" \\` }
        await world.engine.ensure(wantedOf(backslashes))
        expect(await run(backslashes, 'select 1')).toMatchObject([{ rows: [['1']] }])
        expect(await refusal(() => world.sql.open(mine))).toBeInstanceOf(EngineRefused)
      })

      test('is refused while the database is closed, and sessions end', async () => {
        const mine = await filled()
        const session = await world.sql.open(mine)
        await world.engine.ensure(wantedOf(mine, false))
        expect(await refusal(() => session.ask('select 1', [], caps))).toBeInstanceOf(Error)
        await session.close()
        expect(await refusal(() => world.sql.open(mine))).toBeInstanceOf(EngineRefused)
        await world.engine.ensure(wantedOf(mine))
        expect((await contentsOf(world.sql, mine)).tables.length).toBeGreaterThan(1)
      })

      test('is refused with an old password once its sessions are to end', async () => {
        const mine = await add()
        const session = await world.sql.open(mine)
        await world.engine.ensure(wantedOf(mine))
        expect(await session.ask('select 1', [], caps)).toMatchObject({ rows: [['1']] })
        const changed = { ...mine, password: `${mine.password} changed` }
        await world.engine.ensure({ ...wantedOf(changed), endsSessions: true })
        expect(await refusal(() => session.ask('select 1', [], caps))).toBeInstanceOf(Error)
        await session.close()
        expect(await refusal(() => world.sql.open(mine))).toBeInstanceOf(PasswordRefused)
        expect(await run(changed, 'select 1')).toMatchObject([{ rows: [['1']] }])
      })

      test('is limited to ten connections of one user', async () => {
        const mine = await add()
        const sessions = await Promise.all(Array.from({ length: 10 }, () => world.sql.open(mine)))
        expect(await refusal(() => world.sql.open(mine))).toBeInstanceOf(EngineRefused)
        await Promise.all(sessions.map((session) => session.close()))
      })

      test("is limited to the customer's own database", async () => {
        const [mine, other] = [await filled(), await filled()]
        const file = outsideFile()
        const before = await contentsOf(world.sql, other)
        expect(await refusal(() => world.sql.open({ ...mine, database: other.database }))).toBeInstanceOf(
          EngineRefused,
        )
        for (const statement of world.dialect.hostile(other, file)) {
          const error = await refusal(() => run(mine, statement))
          expect(error, statement).toBeInstanceOf(EngineRefused)
        }
        for (const statement of world.dialect.revealing) {
          const rows = (await run(mine, statement)).flatMap((result) => result.rows.flat())
          expect(rows.join(' '), statement).not.toContain(other.database)
        }
        expect(existsSync(file)).toBe(false)
        expect(await contentsOf(world.sql, other)).toEqual(before)
      })
    })

    describe('dumps', () => {
      test('make another database equal, table by table, when loaded', async () => {
        const mine = await filled()
        const dump = await world.engine.dump(mine, new AbortController().signal)
        expect(dump.tool.name).not.toBe('')
        const text = await textOf(dump.content)
        for (const content of [text, gzipSync(text)]) {
          const copy = await add()
          await load(copy, content)
          expect(await contentsOf(world.sql, copy)).toEqual(await contentsOf(world.sql, mine))
        }
      })

      test('load over their own database', async () => {
        const mine = await filled()
        const before = await contentsOf(world.sql, mine)
        await load(mine, await dumpOf(mine))
        expect(await contentsOf(world.sql, mine)).toEqual(before)
      })

      test('work for an empty database', async () => {
        const [mine, copy] = [await add(), await add()]
        await load(copy, await dumpOf(mine))
        expect((await contentsOf(world.sql, copy)).tables).toEqual([])
      })
    })

    describe('an import', () => {
      test('does nothing outside the database, and runs no client command', async () => {
        const [mine, other] = [await add(), await filled()]
        const file = outsideFile()
        const before = await contentsOf(world.sql, other)
        for (const dump of world.dialect.hostileDumps(other, file)) {
          expect(await refusal(() => load(mine, dump)), dump).toBeInstanceOf(EngineRefused)
          expect(existsSync(file), dump).toBe(false)
        }
        expect(await contentsOf(world.sql, other)).toEqual(before)
        expect(await run(mine, 'select 1')).toMatchObject([{ rows: [['1']] }])
      })

      test('accepts a dump that names its database, and says that it ignored the name', async () => {
        const other = await filled()
        const before = await contentsOf(world.sql, other)
        for (const dump of world.dialect.namingDumps(other)) {
          const mine = await add()
          expect(await load(mine, dump), dump).toEqual([expect.stringContaining(other.database)])
          expect((await contentsOf(world.sql, mine)).tables, dump).toHaveLength(1)
          expect(await load(await add(), dump.replaceAll(other.database, 'shop')), dump).toEqual([
            'The file names the database shop. Its contents were imported into this database; settings of shop itself were left out.',
          ])
        }
        expect(await contentsOf(world.sql, other)).toEqual(before)
      })

      test('accepts a dump that names the same database, without a note', async () => {
        const mine = await add()
        const [dump = ''] = world.dialect.namingDumps(mine)
        expect(await load(mine, dump)).toEqual([])
      })

      test('refuses a dump of several databases, and says so', async () => {
        const refused = await refusal(async () => load(await add(), world.dialect.dumpOfTwo('books')))
        expect((refused as Error).message).toMatch(
          /^Line \d+: this file has several databases, \w+ and books\./,
        )
      })

      test('refuses a broken file, and says where it broke', async () => {
        const mine = await add()
        const broken = await refusal(() => load(mine, 'create table fine (a int);\n\nselekt 1;\n'))
        expect(broken).toBeInstanceOf(EngineRefused)
        expect((broken as Error).message).toContain('selekt')
        expect((broken as Error).message).toContain('3')
        const cut = gzipSync('create table other (a int);'.repeat(200)).subarray(0, 40)
        expect(await refusal(() => load(mine, cut))).toBeInstanceOf(EngineRefused)
        expect(await refusal(() => load(mine, new Uint8Array([0, 1, 2, 255, 254, 0])))).toBeInstanceOf(
          EngineRefused,
        )
      })

      test('lets other users work while a file unpacks to a thousand times its size', async () => {
        const mine = await add()
        const packed = gzipSync(Buffer.alloc(96 * 1_024 * 1_024, ' '))
        let turns = 0
        let isLoaded = false
        const others = () => {
          turns += 1
          if (!isLoaded) setImmediate(others)
        }
        others()
        await load(mine, packed)
        isLoaded = true
        expect(turns).toBeGreaterThan(100)
      })

      test('stops when it is cancelled', async () => {
        const mine = await add()
        const stop = new AbortController()
        const endless = new ReadableStream<Uint8Array>({
          async pull(controller) {
            controller.enqueue(new TextEncoder().encode('select 1;\n'))
            await Bun.sleep(1)
          },
        })
        const loading = refusal(() => world.engine.load(mine, endless, stop.signal))
        await Bun.sleep(50)
        stop.abort()
        expect(await loading).toBeInstanceOf(Error)
      })
    })

    testFileImports({ world: () => world, add, load })

    testAdversary({ world: () => world, filled, wantedOf })

    test('swaps a database, keeps the replaced one, and undoes the swap', async () => {
      const [live, by] = [await filled(), await add()]
      const aside = nextNames().database
      await run(by, world.dialect.small)
      const [before, after] = [await contentsOf(world.sql, live), await contentsOf(world.sql, by)]
      expect(after.tables.length).toBeGreaterThan(0)
      const step = { live, by, aside }
      await world.engine.replace(step)
      expect(await contentsOf(world.sql, live)).toEqual(after)
      expect((await world.engine.measure([by.database, aside])).size).toBe(1)
      await world.engine.replace(step)
      await run(live, world.dialect.useSmall)
      const changed = await contentsOf(world.sql, live)
      await world.engine.replace({ live, by: { database: aside, user: by.user }, aside: by.database })
      expect(await contentsOf(world.sql, live)).toEqual(before)
      await run(live, world.dialect.useSchema)
      await world.engine.ensure(wantedOf(by))
      expect(await contentsOf(world.sql, by)).toEqual(changed)
      await world.engine.remove(by)
    })

    test('refuses to swap in a missing database', async () => {
      const [live, by] = [await filled(), newCredentials(nextNames())]
      const before = await contentsOf(world.sql, live)
      const step = { live, by, aside: nextNames().database }
      expect(await refusal(() => world.engine.replace(step))).toBeInstanceOf(EngineRefused)
      expect(await contentsOf(world.sql, live)).toEqual(before)
    })

    describe('a session', () => {
      test('runs one statement after the other, until one fails', async () => {
        const mine = await add()
        const session = await world.sql.open(mine)
        const results: unknown[] = []
        const sql = `create table t (a int, b text);
          insert into t values (1, 'x;y'), (2, null); -- it's a comment;
          select a, b from t order by a; selekt 'x'; select 2`
        const error = await refusal(async () => {
          for await (const { columns, rows, affected } of session.run(sql, caps))
            results.push({ names: columns.map((column) => column.name), rows, affected })
        })
        expect(results).toMatchObject([
          { rows: [] },
          { rows: [], affected: 2 },
          {
            names: ['a', 'b'],
            rows: [
              ['1', 'x;y'],
              ['2', null],
            ],
          },
        ])
        expect(error).toBeInstanceOf(EngineRefused)
        expect((error as EngineRefused).position).toBe(sql.indexOf(world.dialect.faultOfSelekt))
        await session.close()
      })

      test('runs a statement with bound values', async () => {
        const mine = await add()
        const session = await world.sql.open(mine)
        const { placeholder } = world.sql
        const result = await session.ask(
          `select ${world.dialect.asText(placeholder(1))} as v, ${world.dialect.asText(placeholder(2))} as n`,
          ["'; drop -- \\", null],
          caps,
        )
        expect(result.rows).toEqual([["'; drop -- \\", null]])
        expect(await refusal(() => session.ask('select 1; select 2', [], caps))).toBeInstanceOf(EngineRefused)
        await session.close()
      })

      test('returns no more rows, and runs no longer, than the caps', async () => {
        const mine = await add()
        const session = await world.sql.open(mine)
        const few = await session.ask(world.dialect.manyRows, [], { ...caps, maxRows: 5 })
        expect(few.rows).toHaveLength(5)
        expect(few.isCut).toBe(true)
        const small = await session.ask(world.dialect.manyRows, [], { ...caps, maxBytes: 200 })
        expect(small.rows.flat().join('').length).toBeLessThanOrEqual(200)
        expect(small.isCut).toBe(true)
        const all = await session.ask('select 1', [], caps)
        expect(all.isCut).toBe(false)
        const late = await refusal(() => session.ask(world.dialect.sleep, [], { ...caps, timeoutMs: 200 }))
        expect(late).toBeInstanceOf(EngineRefused)
        expect(await session.ask('select 3', [], caps)).toMatchObject({ rows: [['3']] })
        await session.close()
      })

      test('stops when it is cancelled, and runs the next statement', async () => {
        const mine = await add()
        const session = await world.sql.open(mine)
        const running = refusal(() => session.ask(world.dialect.sleep, [], { ...caps, timeoutMs: 60_000 }))
        let isOver = false
        void running.then(() => {
          isOver = true
        })
        await until('its end', async () => {
          // A cancel before the statement ends nothing.
          await Bun.sleep(500)
          if (!isOver) await session.cancel()
          return isOver
        })
        expect(await running).toBeInstanceOf(EngineRefused)
        expect(await session.ask('select 1', [], caps)).toMatchObject({ rows: [['1']] })
        await session.close()
      })

      test('stops a statement that ignores the cancel', async () => {
        const mine = await add()
        const session = await world.sql.open(mine)
        const running = refusal(() => session.ask(world.dialect.stubborn, [], { ...caps, timeoutMs: 200 }))
        expect(await running).toBeInstanceOf(EngineRefused)
        await until('its end', async () => {
          const { connections } = (await world.engine.measure([mine.database])).get(mine.database) ?? {}
          return connections === undefined || connections <= 1
        })
        await session.close()
        const next = await world.sql.open(mine)
        expect(await next.ask('select 1', [], caps)).toMatchObject({ rows: [['1']] })
        await next.close()
      })

      test('lists tables, columns, keys and indexes', async () => {
        const mine = await filled()
        const session = await world.sql.open(mine)
        const tables = await world.sql.readTables(session, caps)
        const orders = tables.find((table) => table.name === 'orders')
        expect(orders).toMatchObject({ kind: 'table' })
        expect(orders?.columns.map((column) => [column.name, column.isNullable, column.keyPosition])).toEqual(
          [
            ['id', false, 1],
            ['customer', false, null],
            ['note', true, null],
          ],
        )
        expect(orders?.indexes.map((index) => [index.columns, index.isUnique])).toEqual(
          expect.arrayContaining([
            [['id'], true],
            [['customer'], false],
          ]),
        )
        expect(tables.find((table) => table.kind === 'view')?.name).toBe('named')
        await session.close()
      })

      test('explains a statement without running it', async () => {
        const mine = await filled()
        const session = await world.sql.open(mine)
        const count = async () => (await session.ask('select count(*) from orders', [], caps)).rows[0]?.[0]
        const before = await count()
        const plan = await world.sql.explain(session, 'select * from orders order by note', caps)
        expect(JSON.stringify(plan)).toContain('orders')
        await world.sql.explain(session, 'delete from orders', caps).catch(() => null)
        await refusal(() => world.sql.explain(session, 'select 1; delete from orders', caps))
        expect(await count()).toBe(before)
        expect(await refusal(() => world.sql.explain(session, 'selekt 1', caps))).toBeInstanceOf(
          EngineRefused,
        )
        await session.close()
      })

      test('quotes names', async () => {
        const mine = await add()
        const odd = world.sql.quoteName('a "b` c; drop')
        await run(mine, `create table ${odd} (a int)`)
        expect((await contentsOf(world.sql, mine)).tables.map((table) => table.name)).toEqual([
          'a "b` c; drop',
        ])
      })
    })

    test('reports when it is down, and has all data when it is back', async () => {
      const mine = await filled()
      const before = await contentsOf(world.sql, mine)
      const session = await world.sql.open(mine)
      await world.kill()
      expect(await refusal(() => session.ask('select 1', [], caps))).toBeInstanceOf(EngineUnavailable)
      expect(await refusal(() => world.sql.open(mine))).toBeInstanceOf(EngineUnavailable)
      expect(await refusal(() => world.engine.measure([mine.database]))).toBeInstanceOf(EngineUnavailable)
      expect((await world.engine.check()).isHealthy).toBe(false)
      await session.close()
      await world.back()
      await until('its return', () => world.engine.connect().catch(() => null))
      await until('its health', async () => (await world.engine.check()).isHealthy)
      const contents = () =>
        contentsOf(world.sql, mine).catch((error: unknown) => {
          if (error instanceof EngineUnavailable) return null
          throw error
        })
      expect(await until('its databases', contents)).toEqual(before)
    }, 300_000)
  })
}
