import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { type ConsoleWorld, openConsole, type Result } from '#test/support/console.ts'
import { hasMariaDb } from '#test/support/engines/mariadb.ts'
import { type SharedEngine, sharedMariaDb, sharedPostgres } from '#test/support/engines/shared-engines.ts'
import { until } from '#test/support/until.ts'

type Engine = {
  name: string
  start: () => Promise<SharedEngine>
  sleep: string
  /** Counts sleeping statements. */
  asleep: string
  many: string
  hasBytes: string
}

const engines: Engine[] = [
  {
    name: 'PostgreSQL',
    start: sharedPostgres,
    sleep: 'select pg_sleep(30)',
    asleep: "select count(*) from pg_stat_activity where wait_event = 'PgSleep'",
    many: 'select * from generate_series(1, 5000)',
    hasBytes: 'bytea',
  },
  ...(hasMariaDb
    ? [
        {
          name: 'MariaDB',
          start: sharedMariaDb,
          sleep: 'select sleep(30) from information_schema.tables',
          asleep: "select count(*) from information_schema.processlist where state = 'User sleep'",
          many: 'select seq from seq_1_to_5000',
          hasBytes: 'varbinary(9)',
        },
      ]
    : []),
]

type Refusal = { message: string; position: number | null; results: Result[]; isCancelled: boolean }

describe.each(engines.map((engine) => [engine.name, engine] as const))('the console of %s', (_, engine) => {
  let world: ConsoleWorld
  beforeAll(async () => {
    world = await openConsole((await engine.start()).engine)
    await world.run(`
      create table items (id int primary key, name varchar(40), price decimal(8,2) default 1.50, note text);
      insert into items values (1, 'one', 1.50, null), (2, '', 2.00, 'two'), (3, 'drei äß', 0.10, 'x');
      create table two_keys (a varchar(20) not null, b bigint not null, bytes ${engine.hasBytes}, primary key (a, b));
      create table keyless (n int);
      create view cheap as select id, name from items where price < 1;`)
  }, 300_000)
  afterAll(async () => {
    await world?.app.close()
  })
  const where = (table: string) => ({ schema: world.schema, table })
  const rowsOf = (table: string, query: Record<string, string> = {}) =>
    world.call(`rows?${new URLSearchParams({ ...where(table), ...query })}`)

  test('runs several statements and returns the result of each', async () => {
    const results = await world.run(
      "update items set note = 'y' where id = 3; select id, note from items order by id",
    )
    expect(results.map(({ command }) => command.toUpperCase())).toEqual(['UPDATE', 'SELECT'])
    expect(results[0]).toMatchObject({ affected: 1, rows: [] })
    expect(results[1]?.rows).toEqual([
      ['1', null],
      ['2', 'two'],
      ['3', 'y'],
    ])
    expect(results[1]?.columns.map(({ name }) => name)).toEqual(['id', 'note'])
  })

  test('refuses a faulty statement with its position, and keeps the effects of those before it', async () => {
    const sql = 'select 1;\nselekt 2; select 3'
    const answer = await world.call('query', { json: { sql } })
    expect(answer.status).toBe(422)
    const { message, position, results } = answer.body as Refusal
    expect(message).toMatch(/syntax/i)
    expect(results).toHaveLength(1)
    // Engines point either at the word or at the text after it.
    expect(position).toBeGreaterThanOrEqual(sql.indexOf('selekt'))
    expect(position).toBeLessThanOrEqual(sql.indexOf('2'))
  })

  test.each([
    ['', 'Enter a statement.'],
    ['  \n ', 'Enter a statement.'],
    ['select 1\0', 'This contains an invalid character.'],
    ['x'.repeat(100_001), 'This is too long to run here. Import it as a file instead.'],
  ])('refuses a text that cannot be run: %#', async (sql, message) => {
    const answer = await world.call('query', { json: { sql } })
    expect(answer.status).toBe(422)
    expect(answer.body).toMatchObject({ message, fields: { sql: message } })
  })

  test('returns at most a thousand rows and says that there are more', async () => {
    const [result] = await world.run(engine.many)
    expect(result?.rows).toHaveLength(1_000)
    expect(result?.isCut).toBe(true)
  })

  test('returns at most a megabyte over all statements', async () => {
    const long = "select repeat('ab', 300000)"
    const results = await world.run(`${long}; ${long}; ${long}`)
    const given = results
      .flatMap(({ rows }) => rows.flat())
      .reduce((sum, cell) => sum + (cell?.length ?? 0), 0)
    expect(given).toBeLessThanOrEqual(1_024 * 1_024)
    expect(results.map(({ isCut }) => isCut)).toEqual([false, true, true])
  })

  test('cancels a running query by its ID, for its owner only', async () => {
    const running = world.call('query', { json: { sql: `select 1; ${engine.sleep}`, queryId: 'slow' } })
    await until('its sleep', async () => (await world.run(engine.asleep))[0]?.rows[0]?.[0] === '1')
    const other = await world.app.addCustomer()
    const foreign = await world.call('query/cancel', { json: { queryId: 'slow' } }, other)
    expect(foreign.status).toBe(404)
    await world.call('query/cancel', { json: { queryId: 'another' } })
    expect(await Promise.race([running, Bun.sleep(300)])).toBeUndefined()
    expect((await world.call('query/cancel', { json: { queryId: 'slow' } })).body).toEqual({ ok: true })
    const answer = await running
    expect(answer.status).toBe(422)
    expect(answer.body).toMatchObject({ message: 'The query was cancelled.', isCancelled: true })
    expect((answer.body as Refusal).results).toHaveLength(1)
  })

  test('lets two queries of a database run at the same time, and refuses those that wait too long', async () => {
    const slow = ['a', 'b'].map((queryId) => world.call('query', { json: { sql: engine.sleep, queryId } }))
    const third = await until('a refusal', async () => {
      const answer = await world.call('query', { json: { sql: 'select 1' } })
      return answer.status === 429 && answer
    })
    expect((third.body as Refusal).message).toMatch(/Two queries are already running/)
    for (const queryId of ['a', 'b']) await world.call('query/cancel', { json: { queryId } })
    for (const each of slow) expect((await each).status).toBe(422)
    await world.run('select 1')
  }, 300_000)

  test('lists tables with their columns, keys and indexes', async () => {
    await world.run('create index by_name on items (name)')
    const { tables } = (await world.call('schema')).body as {
      tables: {
        name: string
        kind: string
        columns: { name: string; keyPosition: number | null }[]
        indexes: { name: string }[]
      }[]
    }
    expect(tables.map(({ name, kind }) => `${kind} ${name}`)).toEqual([
      'view cheap',
      'table items',
      'table keyless',
      'table two_keys',
    ])
    const items = tables.find(({ name }) => name === 'items')
    expect(items?.columns.map(({ name }) => name)).toEqual(['id', 'name', 'price', 'note'])
    expect(items?.indexes.map(({ name }) => name)).toContain('by_name')
    const keys = tables.find(({ name }) => name === 'two_keys')?.columns.map(({ keyPosition }) => keyPosition)
    expect(keys).toEqual([1, 2, null])
  })

  type Page = {
    rows: { values: (string | null)[]; cut: number[] }[]
    nextCursor: string | null
    editProblem: string | null
  }

  test('reads rows page by page in the order of their key', async () => {
    await world.run(
      "delete from two_keys; insert into two_keys values ('b', 9007199254740993, null), ('a', 2, null), ('b', -5, null), ('a''\"', 1, null)",
    )
    const seen: (string | null)[][] = []
    let cursor: string | null = null
    do {
      const answer = await rowsOf('two_keys', { limit: '1', ...(cursor ? { cursor } : {}) })
      expect(answer.status).toBe(200)
      const page = answer.body as Page
      seen.push(...page.rows.map(({ values }) => values.slice(0, 2)))
      cursor = page.nextCursor
    } while (cursor)
    expect(seen.map((row) => row.join(' ')).sort()).toEqual(['a 2', 'a\'" 1', 'b -5', 'b 9007199254740993'])
    expect(seen.slice(-2).map((row) => row.join(' '))).toEqual(['b -5', 'b 9007199254740993'])
  })

  test('sorts by a column, and pages by offset through a table without a key', async () => {
    const sorted = (await rowsOf('items', { sort: '-price', limit: '2' })).body as Page
    expect(sorted.rows.map(({ values }) => values[0])).toEqual(['2', '1'])
    const rest = (await rowsOf('items', { sort: '-price', limit: '2', cursor: sorted.nextCursor ?? '' }))
      .body as Page
    expect(rest.rows.map(({ values }) => values[0])).toEqual(['3'])
    await world.run('delete from keyless; insert into keyless values (1), (2), (3)')
    const keyless = (await rowsOf('keyless', { limit: '2' })).body as Page
    expect(keyless.rows).toHaveLength(2)
    expect(keyless.editProblem).toMatch(/no primary key/)
    const end = (await rowsOf('keyless', { limit: '2', cursor: keyless.nextCursor ?? '' })).body as Page
    expect(end.rows).toHaveLength(1)
    expect(end.nextCursor).toBeNull()
  })

  test.each(['nonsense', 'e30', 'eyJhZnRlciI6WyIxIl19'])('refuses the cursor %s', async (cursor) => {
    expect((await rowsOf('two_keys', { cursor })).status).toBe(422)
  })

  test('shows the beginning of a long value, and all of it for one row', async () => {
    await world.run("update items set note = repeat('ä', 5000) where id = 3")
    const page = (await rowsOf('items')).body as Page
    expect(page.rows[2]).toMatchObject({ cut: [3] })
    expect(page.rows[2]?.values[3]).toBe('ä'.repeat(2_000))
    const whole = (await rowsOf('items', { key: '{"id":"3"}' })).body as Page
    expect(whole.rows).toHaveLength(1)
    expect(whole.rows[0]).toMatchObject({ cut: [] })
    expect(whole.rows[0]?.values[3]).toBe('ä'.repeat(5_000))
  })

  test('changes a row only if it is unchanged since it was read', async () => {
    const at = { ...where('items'), key: { id: '1' } }
    const change = { ...at, old: { name: 'one', note: null }, set: { name: 'O\'ne "\\ ä', note: '' } }
    const answer = await world.call('rows', { method: 'PATCH', json: change })
    expect(answer.status).toBe(200)
    expect(answer.body).toMatchObject({ values: { id: '1', name: 'O\'ne "\\ ä', note: '' } })
    const again = await world.call('rows', { method: 'PATCH', json: change })
    expect(again.status).toBe(409)
    expect(again.body).toMatchObject({ current: { name: 'O\'ne "\\ ä', note: '' } })
    const gone = await world.call('rows', { method: 'PATCH', json: { ...change, key: { id: '99' } } })
    expect(gone.status).toBe(409)
    const [result] = await world.run('select id, name from items order by id')
    expect(result?.rows.map(([, name]) => name)).toEqual(['O\'ne "\\ ä', '', 'drei äß'])
  })

  test('refuses a change without the whole key, of an unknown column, or with an invalid value', async () => {
    const patch = (json: object) => world.call('rows', { method: 'PATCH', json })
    const two = where('two_keys')
    expect(
      (await patch({ ...two, key: { a: 'b' }, old: { bytes: null }, set: { bytes: null } })).status,
    ).toBe(422)
    const items = { ...where('items'), key: { id: '1' } }
    expect((await patch({ ...items, old: { nope: '1' }, set: { nope: '2' } })).status).toBe(422)
    expect((await patch({ ...items, old: {}, set: { name: 'x' } })).status).toBe(422)
    expect((await patch({ ...items, old: { price: '1.50' }, set: { price: 'much' } })).status).toBe(422)
    expect((await patch({ ...items, old: { price: '1.50' }, set: {} })).status).toBe(422)
    expect(
      (await patch({ ...where('cheap'), key: { id: '1' }, old: { name: 'x' }, set: { name: 'y' } })).status,
    ).toBe(409)
    expect(
      (await patch({ ...where('nowhere'), key: { id: '1' }, old: { a: 'x' }, set: { a: 'y' } })).status,
    ).toBe(404)
    const [result] = await world.run('select price from items where id = 1')
    expect(result?.rows).toEqual([['1.50']])
  })

  test('adds a row with the defaults of its table, and deletes it', async () => {
    const added = await world.call('rows', { json: { ...where('items'), values: { id: '7', name: null } } })
    expect(added.status).toBe(201)
    const [result] = await world.run('select name, price, note from items where id = 7')
    expect(result?.rows).toEqual([[null, '1.50', null]])
    const twice = await world.call('rows', { json: { ...where('items'), values: { id: '7' } } })
    expect(twice.status).toBe(422)
    const row = { ...where('items'), key: { id: '7' } }
    const seenWrong = await world.call('rows', { method: 'DELETE', json: { ...row, old: { name: 'seven' } } })
    expect(seenWrong.status).toBe(409)
    const deleted = await world.call('rows', { method: 'DELETE', json: { ...row, old: { name: null } } })
    expect(deleted.body).toEqual({ ok: true })
    expect((await world.run('select 1 from items where id = 7'))[0]?.rows).toEqual([])
  })

  test('explains a statement without running it', async () => {
    const answer = await world.call('explain', { json: { sql: 'delete from items where id = 2' } })
    expect(answer.status).toBe(200)
    const { nodes } = answer.body as { nodes: { depth: number; label: string }[] }
    expect(nodes[0]?.depth).toBe(0)
    expect((await world.run('select count(*) from items'))[0]?.rows).toEqual([['3']])
    expect((await world.call('explain', { json: { sql: 'selekt' } })).status).toBe(422)
  })

  test('remembers the newest statements of a database, and forgets them on request', async () => {
    expect((await world.call('history', { method: 'DELETE' })).status).toBe(200)
    await world.run('select 42')
    await world.call('query', { json: { sql: 'selekt 1' } })
    await world.call('query', { json: { sql: "select 1 /* identified by 'hidden' */" } })
    const seen = (await world.call('history')).body as { statement: string; isRefused: boolean }[]
    expect(seen.map(({ statement, isRefused }) => [statement, isRefused])).toEqual([
      ['selekt 1', true],
      ['select 42', false],
    ])
    const stored = await world.app.store.read.select().from(world.app.store.t.databaseQueries)
    expect(JSON.stringify(stored)).not.toContain('select 42')
    await world.call('history', { method: 'DELETE' })
    expect((await world.call('history')).body).toEqual([])
  })

  test('audits that SQL was run and its commands, but not its text', async () => {
    const { auditLog } = world.app.store.t
    await world.app.store.tx((tx) => tx.delete(tx.t.databaseQueries))
    await world.run("select 'a private thing'; select 2")
    const entries = await world.app.store.read
      .select()
      .from(auditLog)
      .where(eq(auditLog.action, 'database.query'))
    const last = entries.toSorted((one, other) => (one.id < other.id ? -1 : 1)).at(-1)
    expect(last).toMatchObject({ targetId: world.id, actorId: world.owner.id })
    expect(last?.details).toMatchObject({ statements: 2, commands: ['SELECT'], isRefused: false })
    expect(JSON.stringify(entries)).not.toContain('a private thing')
  })

  test.each([
    ['query', { json: { sql: 'select 1' } }],
    ['query/cancel', { json: { queryId: 'a' } }],
    ['schema', {}],
    ['rows?schema=a&table=b', {}],
    ['rows', { json: { schema: 'a', table: 'b', values: {} } }],
    [
      'rows',
      {
        method: 'PATCH',
        json: { schema: 'a', table: 'b', key: { a: '1' }, old: { a: '1' }, set: { a: '2' } },
      },
    ],
    ['rows', { method: 'DELETE', json: { schema: 'a', table: 'b', key: { a: '1' }, old: {} } }],
    ['explain', { json: { sql: 'select 1' } }],
    ['history', {}],
    ['history', { method: 'DELETE' }],
  ] as const)('%s is for the owner only', async (path, options) => {
    const other = await world.app.addCustomer()
    expect((await world.call(path, options, other)).status).toBe(404)
    expect((await world.call(path, options, { cookie: undefined })).status).toBe(401)
  })

  test('runs nothing while the service is suspended or the database is being created', async () => {
    const { userServices } = world.app.store.t
    const setStatus = (status: 'active' | 'suspended') =>
      world.app.store.tx((tx) =>
        tx.update(userServices).set({ status }).where(eq(userServices.id, world.serviceId)),
      )
    await setStatus('suspended')
    const closed = await world.call('query', { json: { sql: 'select 1' } })
    expect(closed.status).toBe(409)
    expect((closed.body as Refusal).message).toMatch(/suspended/)
    await setStatus('active')
    await world.run('select 1')
    const { databases } = world.app.store.t
    const isIt = eq(databases.id, world.id)
    await world.app.store.tx((tx) => tx.update(databases).set({ appliedRevision: 0 }).where(isIt))
    expect((await world.call('query', { json: { sql: 'select 1' } })).status).toBe(409)
    await world.app.store.tx((tx) => tx.update(databases).set({ appliedRevision: 1 }).where(isIt))
    expect(world.app.logged.filter((line) => line.includes('request failed'))).toEqual([])
  }, 300_000)
})
