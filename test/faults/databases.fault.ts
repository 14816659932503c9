import { Database as Sqlite } from 'bun:sqlite'
import { afterAll, beforeAll, expect, test } from 'bun:test'
import { existsSync, readdirSync, statSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { RunningServer } from '#test/support/server.ts'
import { until } from '#test/support/until.ts'
import {
  type Customer,
  connect,
  customerOf,
  enginesOf,
  type Kind,
  type Known,
  kinds,
  makeDatabasesTemplate,
  processesOf,
  query,
  signalEngines,
  startPortal,
} from './databases-stage.ts'
import type { FilesTemplate } from './files-stage.ts'
import { brokenInvariants } from './findings.ts'

const few = 10
/** Enough for a dump that can be met on its way. */
const many = 150_000

let template: FilesTemplate
let dataDir: string
let portal: RunningServer
let customer: Customer
const known = new Map<string, Known>()
const note = <T extends Known>(each: T): T => {
  known.set(each.id, each)
  return each
}

const eachKind = <T>(act: (kind: Kind) => Promise<T>): Promise<T[]> => Promise.all(kinds.map(act))

/** Folders in which an engine's data is being set up. */
const draftsOf = (kind: Kind): string[] => {
  const folder = join(dataDir, 'engines', kind)
  return existsSync(folder) ? readdirSync(folder).filter((name) => name.startsWith('data.new')) : []
}

/** Ends the portal at once, and starts the next one. */
async function killPortal(): Promise<void> {
  await portal.kill9()
  signalEngines(dataDir, 'SIGCONT')
  portal = await startPortal(dataDir)
}

async function findDump(id: string) {
  return (await customer.dumps()).find((each) => each.id === id)
}

const refusal = async (act: Promise<unknown>): Promise<boolean> =>
  act.then(
    () => false,
    () => true,
  )

/** Everything that was acknowledged is so, in rows and in engines, and each engine runs once. */
async function expectAll(): Promise<void> {
  for (const each of known.values()) {
    if (each.isDeleted) {
      await until('a dump', async () => (await findDump(each.id))?.status === 'kept')
      expect(existsSync(join(dataDir, 'database-dumps', `${each.id}.dump`))).toBe(true)
      expect((await customer.list()).map(({ id }) => id)).not.toContain(each.id)
      continue
    }
    const statement = each.rows === 0 ? 'select 0 as n' : 'select count(*) as n from kept'
    const found = await until(`an answer of ${each.kind}`, async () => {
      const database = await customer.untilActive(each.id)
      return query(database, each, statement).catch(() => null)
    })
    expect([each, Number(found[0]?.n)]).toEqual([each, each.rows])
  }
  for (const kind of kinds) expect([kind, enginesOf(dataDir, kind).length]).toEqual([kind, 1])
}

beforeAll(async () => {
  template = await makeDatabasesTemplate()
  dataDir = template.dataDir
  portal = await startPortal(dataDir)
  customer = customerOf(template, () => portal)
})
afterAll(async () => {
  await portal.stop()
  signalEngines(dataDir, 'SIGKILL')
  await rm(dataDir, { recursive: true, force: true })
})

test('an engine whose first start was cut off is set up by the next portal', async () => {
  const begun = kinds.map((kind) => customer.create(kind, 'first').catch(() => null))
  await eachKind((kind) => until('its folder', () => draftsOf(kind).length > 0))
  await killPortal()
  await Promise.all(begun)
  for (const { id, dbType } of await customer.list())
    note({ id, kind: dbType as Kind, password: 'first of first', rows: 0 })
  expect(known.size).toBe(kinds.length)
  await expectAll()
})

test('what was acknowledged while the engines could not follow is done by the next portal', async () => {
  const prepared = await eachKind(async (kind) => {
    const [changed, removed, restored] = await Promise.all(
      ['changed', 'removed', 'restored'].map((name) => customer.make(kind, name, few)),
    )
    if (!changed || !removed || !restored) throw new Error('not prepared')
    await customer.remove(restored.id)
    await until('a dump', async () => (await findDump(restored.id))?.status === 'kept')
    return { kind, changed, removed, restored }
  })
  const former = await Promise.all(prepared.map(({ changed }) => customer.untilActive(changed.id)))
  signalEngines(dataDir, 'SIGSTOP')
  await Promise.all(
    prepared.flatMap(({ kind, changed, removed, restored }) => [
      customer.create(kind, 'made').then(({ id, status }) => {
        expect(status).toBe('pending')
        note({ id, kind, password: 'first of made', rows: 0 })
      }),
      customer
        .changePassword(changed.id, 'second of changed')
        .then(() => note({ ...changed, password: 'second of changed' })),
      customer.remove(removed.id).then(() => note({ ...removed, isDeleted: true })),
      customer.restore(restored.id).then(() => note(restored)),
    ]),
  )
  await killPortal()
  await expectAll()
  for (const [at, { changed, removed, restored }] of prepared.entries()) {
    const database = former[at]
    if (!database) throw new Error('not prepared')
    expect(await refusal(query(database, changed, 'select 1'))).toBe(true)
    const gone = { ...database, connection: { ...database.connection } }
    gone.connection.database = database.connection.database.replace('changed', 'removed')
    gone.connection.username = database.connection.username.replace('changed', 'removed')
    expect(await refusal(query(gone, removed, 'select 1'))).toBe(true)
    expect(await findDump(restored.id)).toBeUndefined()
  }
})

test('a dump and a restore that were cut off are completed by the next portal', async () => {
  const large = await eachKind((kind) => customer.make(kind, 'large', many))
  for (const { id } of large) await customer.remove(id)
  await Promise.any(
    large.map(({ id }) => {
      const draft = join(dataDir, 'database-dumps', `${id}.tmp`)
      return until('a draft', () => (statSync(draft, { throwIfNoEntry: false })?.size ?? 0) > 0)
    }),
  )
  signalEngines(dataDir, 'SIGSTOP')
  await killPortal()
  for (const each of large) note({ ...each, isDeleted: true })
  await expectAll()

  const begun = large.map(({ id }) => customer.restore(id).catch(() => null))
  await Promise.all(
    large.map(({ id }) => until('a restore', async () => (await findDump(id))?.status === 'restoring')),
  )
  await killPortal()
  await Promise.all(begun)
  for (const each of large) note(each)
  await expectAll()
})

const imported = (rows: number) =>
  `drop table if exists kept;\ncreate table kept (i int);\n${'insert into kept values (1);\n'.repeat(rows)}`

test('an import that was cut off holds nothing, and can be done again', async () => {
  const targets = await eachKind((kind) => customer.make(kind, 'target', few))
  const head = '--b\r\nContent-Disposition: form-data; name="file"; filename="dump.sql"\r\n\r\n'
  const begun = targets.map(({ id }) => {
    const body = new ReadableStream({
      start: (controller) => controller.enqueue(new TextEncoder().encode(head + imported(5_000))),
    })
    return refusal(customer.import(id, body, { 'content-type': 'multipart/form-data; boundary=b' }))
  })
  const count = `select count(*) as n from audit_log where action = 'database.import'`
  await until('imports', () => {
    const file = new Sqlite(join(dataDir, 'portal.db'), { readwrite: true })
    try {
      return file.query<{ n: number }, []>(count).get()?.n === targets.length
    } finally {
      file.close()
    }
  })
  await killPortal()
  expect(await Promise.all(begun)).toEqual(targets.map(() => true))
  await Promise.all(
    targets.map(async (each) => {
      const body = new FormData()
      body.append('file', new File([imported(few + 1)], 'dump.sql'))
      await customer.taken(customer.import(each.id, body))
      note({ ...each, rows: few + 1 })
    }),
  )
  await expectAll()
})

test('databases that were being made are made once, whoever dies first', async () => {
  const names = ['one', 'two', 'three', 'four']
  const begun = kinds.flatMap((kind) => names.map((name) => customer.create(kind, name).catch(() => null)))
  await Promise.race(begun)
  // Both at once, as when the power fails.
  signalEngines(dataDir, 'SIGKILL')
  await killPortal()
  const acknowledged = (await Promise.all(begun)).filter((each) => each !== null)
  const rows = await customer.list()
  expect(rows.map(({ id }) => id)).toEqual(expect.arrayContaining(acknowledged.map(({ id }) => id)))
  for (const { id, dbName, dbType } of rows)
    if (names.includes(dbName)) note({ id, kind: dbType as Kind, password: `first of ${dbName}`, rows: 0 })
  await expectAll()
})

test('a portal that dies while it takes the engines over leaves them to the next one', async () => {
  const engines = kinds.map((kind) => enginesOf(dataDir, kind))
  await killPortal()
  await killPortal()
  await expectAll()
  expect(kinds.map((kind) => enginesOf(dataDir, kind))).toEqual(engines)
})

const sleeping = { postgresql: 'select pg_sleep(120)', mysql: 'select sleep(120)' }

test('an engine that is killed under open connections is down for the portal, and comes back', async () => {
  const used = await eachKind((kind) => customer.make(kind, 'used', few))
  const open = await Promise.all(
    used.map(async (each) => {
      note(each)
      const client = connect(await customer.untilActive(each.id), each.kind, each.password)
      await client.unsafe('select 1')
      return { client, isBroken: refusal(client.unsafe(sleeping[each.kind])) }
    }),
  )
  const ports = [...new Set((await customer.list()).map(({ connection }) => connection.port ?? 0))]
  signalEngines(dataDir, 'SIGKILL')
  // Nothing can start again as long as somebody else has its port.
  const thieves = await Promise.all(
    ports.map((port) =>
      until('the port', () => {
        try {
          return Bun.listen({
            hostname: '127.0.0.1',
            port,
            socket: { open: (it) => void it.end(), data() {} },
          })
        } catch {
          return null
        }
      }),
    ),
  )
  const connected = async () => (await customer.engines()).filter(({ isConnected }) => isConnected).length
  await until('all down', async () => (await connected()) === 0)
  expect(await Promise.all(open.map(({ isBroken }) => isBroken))).toEqual(open.map(() => true))
  await Promise.all(
    kinds.map(async (kind) => {
      const { id, status } = await customer.create(kind, 'meanwhile')
      expect(status).toBe('pending')
      note({ id, kind, password: 'first of meanwhile', rows: 0 })
    }),
  )
  for (const thief of thieves) thief.stop(true)
  await until('all back', async () => (await connected()) === kinds.length)
  for (const { client } of open) await client.close({ timeout: 0 })
  await expectAll()
})

test('nothing of the engines outlives a portal that is stopped, and what they hold is whole', async () => {
  expect(await brokenInvariants(dataDir)).toEqual([])
  expect(await portal.stop()).toBe(0)
  for (const kind of kinds) expect([kind, processesOf(dataDir, kind)]).toEqual([kind, []])
  portal = await startPortal(dataDir)
  await expectAll()
})
