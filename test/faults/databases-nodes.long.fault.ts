import { afterAll, beforeAll, expect, test } from 'bun:test'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { SQL } from 'bun'
import type { Database } from '#features/databases/contract/contract.ts'
import { hasMariaDb, startMariaDb } from '#test/support/engines/mariadb.ts'
import { type PostgresServer, startEmbeddedPostgres } from '#test/support/postgres.ts'
import { startServer } from '#test/support/server.ts'
import { until } from '#test/support/until.ts'
import { type Customer, customerOf, type Kind, type KnownDatabase, query } from './databases-stage.ts'
import { administrator, call, trusting } from './journey.ts'
import { openSharedStage, type SharedStage } from './shared-stage.ts'

const rounds = 2

type MariaDb = Awaited<ReturnType<typeof startMariaDb>>
/** An engine that both nodes reach by its address, with its administrator’s connection. */
type Engine = { kind: Kind; address: string; admin: SQL; listDatabases: string; listUsers: string }

let stage: SharedStage
let postgres: PostgresServer
let mariadb: MariaDb | null = null
let customer: Customer
const engines: Engine[] = []
/** The answer to each call, by database name; `also` is an unconfirmed password. */
const known = new Map<string, KnownDatabase & { also?: string }>()

async function openPostgres(): Promise<Engine> {
  postgres = await startEmbeddedPostgres({ keepsCommits: true })
  const admin = new SQL(postgres.url, { max: 1 })
  await admin.unsafe(`create role operator login createdb createrole password 'rent'`)
  const address = new URL(postgres.url)
  Object.assign(address, { username: 'operator', password: 'rent' })
  return {
    kind: 'postgresql',
    address: address.href,
    admin,
    listDatabases: `select datname as name from pg_database where not datistemplate and datname <> 'postgres'`,
    listUsers: `select rolname as name from pg_roles where rolcanlogin and rolname not in ('portal', 'operator')`,
  }
}

async function openMariaDb(): Promise<Engine> {
  mariadb = await startMariaDb()
  const { port } = await mariadb.engine.connect()
  const password = await readFile(join(mariadb.dataDir, 'engines', 'mysql', 'admin'), 'utf8')
  const login = { username: 'portal_admin', password, hostname: '127.0.0.1', port: port ?? 0 }
  return {
    kind: 'mysql',
    address: `mysql://portal_admin:${password}@127.0.0.1:${port}`,
    admin: new SQL({ adapter: 'mysql', ...login, max: 1 }),
    listDatabases: `select schema_name as name from information_schema.schemata where schema_name not in ('mysql', 'sys', 'information_schema', 'performance_schema')`,
    listUsers: `select user as name from mysql.global_priv where user not in ('portal_admin', 'mariadb.sys', 'root', 'PUBLIC')`,
  }
}

beforeAll(async () => {
  engines.push(await openPostgres())
  if (hasMariaDb) engines.push(await openMariaDb())
  const [first, second] = engines
  stage = await openSharedStage({
    nodes: 2,
    services: 1,
    env: { DB_POSTGRES: first?.address ?? '', DB_MYSQL: second?.address ?? 'off' },
  })
  await stage.query(`update pricing_plans set limits = jsonb_set(limits, '{databases}', '100')`)
  const [serviceId = ''] = stage.serviceIds
  customer = customerOf({ customer: stage.cookie, serviceId }, () => stage.anyNode())
})
afterAll(async () => {
  await stage?.close()
  for (const { admin } of engines) await admin.close({ timeout: 0 })
  await postgres?.stop()
  await mariadb?.stop()
})

const opens = (database: Database, each: KnownDatabase, password = each.password): Promise<boolean> =>
  query(database, { kind: each.kind, password }, 'select 1').then(
    () => true,
    () => false,
  )

const namesOf = async ({ admin }: Engine, list: string) =>
  [...(await admin.unsafe(list))].map(({ name }: { name: string }) => name).toSorted()

/** Checks every acknowledged change, and that the engines match the rows exactly. */
async function expectAll(): Promise<void> {
  const rows = await until('the end of all work', async () => {
    const [list, dumps] = [await customer.list(), await customer.dumps()]
    const isDone = list.every(({ status, reason }) => status === 'active' && reason === null)
    return isDone && dumps.every(({ status }) => status === 'kept') && list
  })
  const dumped = new Set((await customer.dumps()).map(({ id }) => id))
  for (const each of known.values()) {
    const row = rows.find(({ id }) => id === each.id)
    if (each.isDeleted) expect([each, row, dumped.has(each.id)]).toEqual([each, undefined, true])
    else if (row === undefined) throw new Error(`lost: ${JSON.stringify(each)}`)
    else {
      const passwords = [each.password, ...(each.also === undefined ? [] : [each.also])]
      const opened = await Promise.all(passwords.map((password) => opens(row, each, password)))
      expect([each, opened.filter(Boolean).length]).toEqual([each, 1])
    }
  }
  for (const engine of engines) {
    const own = rows.filter(({ dbType }) => dbType === engine.kind).map(({ connection }) => connection)
    expect(await namesOf(engine, engine.listDatabases)).toEqual(
      own.map(({ database }) => database).toSorted(),
    )
    expect([...new Set(await namesOf(engine, engine.listUsers))]).toEqual(
      own.map(({ username }) => username).toSorted(),
    )
  }
}

/** The answer to a call; null when its node died, or could not be reached. */
const answered = <T>(asked: Promise<T>): Promise<T | null> => asked.catch(() => null)

async function create(kind: Kind, name: string): Promise<void> {
  const made = await answered(customer.create(kind, name))
  if (made) known.set(name + kind, { id: made.id, kind, password: `first of ${name}`, rows: 0 })
}

async function rotate(each: KnownDatabase & { also?: string }, password: string): Promise<void> {
  each.also = password
  if (!(await answered(customer.changePassword(each.id, password)))) return
  each.password = password
  delete each.also
}

async function remove(each: KnownDatabase): Promise<void> {
  const removal = await answered(customer.remove(each.id))
  // A customer without an answer looks at the list.
  each.isDeleted = removal !== null || !(await customer.list()).some(({ id }) => id === each.id)
}

test('either of two nodes creates, changes and deletes databases in shared engines', async () => {
  for (const { kind } of engines) {
    for (const name of ['one', 'two']) await create(kind, name)
    const [one, two] = [known.get(`one${kind}`), known.get(`two${kind}`)]
    if (!one || !two) throw new Error('not made')
    const former = await customer.untilActive(one.id)
    await rotate(one, 'second of one')
    await remove(two)
    await expectAll()
    expect(await opens(former, one, 'first of one')).toBe(false)
  }
})

test('two nodes that receive the same request for a database create it once', async () => {
  for (const { kind } of engines) {
    const json = { dbName: 'twin', dbUser: 'twin', dbPassword: 'first of twin', dbType: kind }
    const [serviceId] = stage.serviceIds
    const answers = await Promise.all(
      stage.seats.map(({ server }) =>
        call(`${server?.url}/api/databases`, { cookie: stage.cookie, json: { serviceId, ...json } }),
      ),
    )
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 409])
    const made = (await answers.find(({ status }) => status === 201)?.json()) as Database
    known.set(`twin${kind}`, { id: made.id, kind, password: 'first of twin', rows: 0 })
  }
  await expectAll()
})

test('while either node is killed, acknowledged changes are done once, and nothing else is left in the engines', async () => {
  for (let round = 0; round < rounds; round += 1) {
    for (const { kind } of engines)
      for (const what of ['changed', 'removed']) await create(kind, `${what}_${round}`)
    await expectAll()
    const seat = stage.seats[round % stage.seats.length]
    if (!seat?.server) throw new Error('the node is not running')
    const find = (what: string, kind: Kind) => known.get(`${what}_${round}${kind}`) as KnownDatabase
    const asked = engines.flatMap(({ kind }) => [
      ...['a', 'b', 'c'].map((letter) => create(kind, `made_${letter}${round}`)),
      rotate(find('changed', kind), `second of ${round}`),
    ])
    const removing = engines.map(({ kind }) => answered(customer.remove(find('removed', kind).id)))
    if (round % 2 === 0) await Promise.race([...asked, ...removing])
    const { server } = seat
    seat.server = null
    await server.kill9()
    await Promise.all([...asked, ...removing])
    for (const { kind } of engines) await remove(find('removed', kind))
    await expectAll()
    await stage.start(seat)
  }
  expect(await stage.doctor()).toEqual([])
})

test('a statement that runs on one node is cancelled through the other', async () => {
  for (const { kind } of engines) {
    const { id } = known.get(`one${kind}`) ?? { id: '' }
    const [first, second] = stage.seats.map(({ server }) => `${server?.url}/api/databases/${id}/query`)
    const sql = kind === 'mysql' ? 'select sleep(14)' : 'select pg_sleep(14)'
    const queryId = crypto.randomUUID()
    const running = call(first ?? '', { cookie: stage.cookie, json: { sql, queryId } })
    await until('its end', async () => {
      const answer = await call(`${second}/cancel`, { cookie: stage.cookie, json: { queryId } })
      return (
        answer.status === 200 && ((await answer.json()) as { isCancelled?: boolean; cancelled?: boolean })
      )
    })
    const answer = await running
    expect([answer.status, await answer.json()]).toMatchObject([422, { isCancelled: true }])
  }
})

test('with SHARED_DATA an engine that runs on one node is refused, naming its setting', async () => {
  const [seat] = stage.seats
  const env = {
    ...administrator,
    ...trusting,
    DATABASE_URL: stage.postgres.url,
    SHARED_DATA: 'true',
    RUN_DIR: `${seat?.runDir}-third`,
  }
  for (const [name, value] of [
    ['DB_POSTGRES', 'embedded'],
    ['DB_MYSQL', 'managed'],
  ] as const) {
    const third = startServer({ dataDir: stage.dataDir, env: { ...env, [name]: value } })
    await expect(third).rejects.toThrow(
      `${name}: with SHARED_DATA it must be the address of a server that all nodes can reach, or off`,
    )
  }
})
