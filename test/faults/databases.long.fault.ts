import { Database as Sqlite } from 'bun:sqlite'
import { afterAll, beforeAll, expect, test } from 'bun:test'
import { join } from 'node:path'
import { until } from '#test/support/until.ts'
import { eachKind, openKills, refusal } from './databases-kills.ts'
import { connect, enginesOf, kinds, processesOf, query, signalEngines } from './databases-stage.ts'
import { brokenInvariants } from './findings.ts'

const few = 10

let stage: Awaited<ReturnType<typeof openKills>>
beforeAll(async () => {
  stage = await openKills()
})
afterAll(() => stage.close())

test('the next portal carries out acknowledged changes that the engines could not follow', async () => {
  const prepared = await eachKind(async (kind) => {
    const [changed, removed, restored] = await Promise.all(
      ['changed', 'removed', 'restored'].map((name) => stage.customer.make(kind, name, few)),
    )
    if (!changed || !removed || !restored) throw new Error('not prepared')
    await stage.customer.remove(restored.id)
    await until('a dump', async () => (await stage.findDump(restored.id))?.status === 'kept')
    return { kind, changed, removed, restored }
  })
  const former = await Promise.all(prepared.map(({ changed }) => stage.customer.untilActive(changed.id)))
  signalEngines(stage.dataDir, 'SIGSTOP')
  await Promise.all(
    prepared.flatMap(({ kind, changed, removed, restored }) => [
      stage.customer.create(kind, 'made').then(({ id, status }) => {
        expect(status).toBe('pending')
        stage.note({ id, kind, password: 'first of made', rows: 0 })
      }),
      stage.customer
        .changePassword(changed.id, 'second of changed')
        .then(() => stage.note({ ...changed, password: 'second of changed' })),
      stage.customer.remove(removed.id).then(() => stage.note({ ...removed, isDeleted: true })),
      stage.customer.restore(restored.id).then(() => stage.note(restored)),
    ]),
  )
  await stage.killPortal()
  await stage.expectAll()
  for (const [at, { changed, removed, restored }] of prepared.entries()) {
    const database = former[at]
    if (!database) throw new Error('not prepared')
    expect(await refusal(query(database, changed, 'select 1'))).toBe(true)
    const gone = { ...database, connection: { ...database.connection } }
    gone.connection.database = database.connection.database.replace('changed', 'removed')
    gone.connection.username = database.connection.username.replace('changed', 'removed')
    expect(await refusal(query(gone, removed, 'select 1'))).toBe(true)
    await until('the end of its dump', async () => (await stage.findDump(restored.id)) === undefined)
  }
})

const imported = (rows: number) =>
  `drop table if exists kept;\ncreate table kept (i int);\n${'insert into kept values (1);\n'.repeat(rows)}`

test('an interrupted import leaves no locks, and can be repeated', async () => {
  const targets = await eachKind((kind) => stage.customer.make(kind, 'target', few))
  const head = '--b\r\nContent-Disposition: form-data; name="file"; filename="dump.sql"\r\n\r\n'
  const begun = targets.map(({ id }) => {
    const body = new ReadableStream({
      start: (controller) => controller.enqueue(new TextEncoder().encode(head + imported(5_000))),
    })
    return refusal(stage.customer.import(id, body, { 'content-type': 'multipart/form-data; boundary=b' }))
  })
  const count = `select count(*) as n from audit_log where action = 'database.import'`
  await until('imports', () => {
    const file = new Sqlite(join(stage.dataDir, 'portal.db'), { readwrite: true })
    try {
      return file.query<{ n: number }, []>(count).get()?.n === targets.length
    } finally {
      file.close()
    }
  })
  await stage.killPortal()
  expect(await Promise.all(begun)).toEqual(targets.map(() => true))
  await Promise.all(
    targets.map(async (each) => {
      const body = new FormData()
      body.append('file', new File([imported(few + 1)], 'dump.sql'))
      await stage.customer.taken(stage.customer.import(each.id, body))
      stage.note({ ...each, rows: few + 1 })
    }),
  )
  await stage.expectAll()
})

test('a portal that dies while adopting the engines leaves them to the next one', async () => {
  const engines = kinds.map((kind) => enginesOf(stage.dataDir, kind))
  await stage.killPortal()
  await stage.killPortal()
  await stage.expectAll()
  expect(kinds.map((kind) => enginesOf(stage.dataDir, kind))).toEqual(engines)
})

const sleeping = { postgresql: 'select pg_sleep(120)', mysql: 'select sleep(120)' }

test('an engine killed under open connections is reported as down, and recovers', async () => {
  const used = await eachKind((kind) => stage.customer.make(kind, 'used', few))
  const open = await Promise.all(
    used.map(async (each) => {
      stage.note(each)
      const client = connect(await stage.customer.untilActive(each.id), each.kind, each.password)
      await client.unsafe('select 1')
      return { client, isBroken: refusal(client.unsafe(sleeping[each.kind])) }
    }),
  )
  const ports = [...new Set((await stage.customer.list()).map(({ connection }) => connection.port ?? 0))]
  signalEngines(stage.dataDir, 'SIGKILL')
  // It cannot start again while another process has its port.
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
  const connected = async () =>
    (await stage.customer.engines()).filter(({ isConnected }) => isConnected).length
  await until('all down', async () => (await connected()) === 0)
  expect(await Promise.all(open.map(({ isBroken }) => isBroken))).toEqual(open.map(() => true))
  await Promise.all(
    kinds.map(async (kind) => {
      const { id, status } = await stage.customer.create(kind, 'meanwhile')
      expect(status).toBe('pending')
      stage.note({ id, kind, password: 'first of meanwhile', rows: 0 })
    }),
  )
  for (const thief of thieves) thief.stop(true)
  await until('all back', async () => (await connected()) === kinds.length)
  for (const { client } of open) await client.close({ timeout: 0 })
  await stage.expectAll()
})

test('no engine process outlives a stopped portal, and the engines’ data is intact', async () => {
  expect(await brokenInvariants(stage.dataDir)).toEqual([])
  expect(await stage.portal().stop()).toBe(0)
  for (const kind of kinds) expect([kind, processesOf(stage.dataDir, kind)]).toEqual([kind, []])
  await stage.start()
  await stage.expectAll()
})
