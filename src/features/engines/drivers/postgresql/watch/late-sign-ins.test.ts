import { expect, test } from 'bun:test'
import { readFile } from 'node:fs/promises'
import { type AddressInfo, connect, createServer } from 'node:net'
import { join } from 'node:path'
import { Client } from 'pg'
import { PasswordRefused } from '#server/system/programs/engine-refused.ts'
import { caps, createNames, newCredentials, refusal } from '#test/support/engines/fixtures.ts'
import { openPostgresEngine } from '#test/support/engines/postgresql.ts'
import { sharedPostgres } from '#test/support/engines/shared-engines.ts'
import { until } from '#test/support/until.ts'
import type { SqlTools } from '../../../contract/database-engine.ts'
import { openAdmin } from '../admin.ts'
import { createLateSignIns } from './late-sign-ins.ts'

const nextNames = createNames()

/** A proxy that forwards only a client's first message until `open`. */
async function createSlowWay(port: number) {
  const [held, opened] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const server = createServer((client) => {
    let messages = 0
    const upstream = connect(port, '127.0.0.1')
    upstream.pipe(client)
    for (const each of [client, upstream]) each.on('error', () => {})
    client.on('data', async (bytes) => {
      messages += 1
      if (messages > 1) {
        held.resolve()
        await opened.promise
      }
      upstream.write(bytes)
    })
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  return {
    port: (server.address() as AddressInfo).port,
    /** Resolves when the server has asked for the password and the client's answer is held back. */
    held: held.promise,
    open: opened.resolve,
    close: () => server.close(),
  }
}

/** A customer with a pending sign-in that began before a password change. */
async function changeDuringSignIn() {
  const { engine } = await sharedPostgres()
  const { port } = await engine.connect()
  const former = newCredentials(nextNames())
  await engine.ensure({ ...former, isOpen: true, allow: [] })
  const slow = await createSlowWay(port)
  const clientOf = (at: number, password: string) => {
    const { user, database } = former
    const client = new Client({ host: '127.0.0.1', port: at, user, password, database })
    client.on('error', () => {})
    return client
  }
  const late = clientOf(slow.port, former.password)
  const ended = new Promise<void>((done) => late.once('end', done))
  const signedIn = late.connect()
  await slow.held
  const password = `${former.password} changed`
  await engine.ensure({ ...former, password, isOpen: true, allow: [], endsSessions: true })
  return {
    late,
    /** Completes the late sign-in. */
    letIn: async () => {
      slow.open()
      await signedIn
    },
    /** Resolves when the late session has ended. */
    ended,
    /** A new connection. */
    connect: async (by: 'the previous password' | 'the new one') => {
      const client = clientOf(port, by === 'the new one' ? password : former.password)
      await client.connect()
      return client
    },
    close: async () => {
      slow.close()
      await engine.remove(former)
    },
  }
}

test('a session that signed in late with a previous password is ended, and later sessions are not', async () => {
  const { letIn, ended, connect, close } = await changeDuringSignIn()
  const own = await connect('the new one')
  await letIn()
  await ended
  expect((await own.query('select 1 as one')).rows).toEqual([{ one: 1 }])
  await own.end()
  await close()
})

test('a previous password set again by such a session does not stay, and its sessions are ended', async () => {
  const { late, letIn, connect, close } = await changeDuringSignIn()
  await letIn()
  const [statement] = (
    await late.query("select format('alter role current_user password %L', $1::text) as s", [late.password])
  ).rows
  await late.query(statement.s)
  await late.end()
  const intruder = await connect('the previous password')
  await new Promise<void>((done) => intruder.once('end', done))
  // Sessions end first and the password follows; then sign-in is closed while late sign-ins are possible.
  await until('the refusal', () => refusal(() => connect('the previous password')))
  const own = await until('the end of the closure', () => connect('the new one').catch(() => null))
  expect(await refusal(() => connect('the previous password'))).toBeInstanceOf(Error)
  expect((await own.query('select 1 as one')).rows).toEqual([{ one: 1 }])
  await own.end()
  await close()
}, 60_000)

test('a later password of another node or a restore is not replaced by the one before it', async () => {
  const { engine, folder } = openPostgresEngine({ DB_POSTGRES: 'embedded' })
  const { port } = await engine.connect()
  const password = await readFile(join(folder, 'engines', 'postgresql', 'password'), 'utf8')
  const target = { host: '127.0.0.1', port, user: 'portal', password, database: 'postgres' }
  const earlier = newCredentials(nextNames())
  const later = { ...earlier, password: `${earlier.password} changed` }
  await engine.ensure({ ...earlier, isOpen: true, allow: [] })
  const admins = [openAdmin(target), openAdmin(target)]
  const [one, other] = admins.map((admin) => createLateSignIns(admin, target, 0))
  await one?.keepOut(earlier)
  await other?.keepOut(later)
  await one?.look()
  await other?.look()
  const sql = engine.sql as SqlTools
  expect(await refusal(() => sql.open(earlier))).toBeInstanceOf(PasswordRefused)
  await (await sql.open(later)).close()
  // A restore recreates the role with its own password.
  await one?.keepOut(later)
  await engine.remove(later)
  const anew = { ...later, password: `${later.password} again` }
  await engine.ensure({ ...anew, isOpen: true, allow: [] })
  const session = await sql.open(anew)
  await one?.look()
  expect(await session.ask('select 1', [], caps)).toMatchObject({ rows: [['1']] })
  await session.close()
  await Promise.all(admins.map((admin) => admin.close()))
  await engine.stop?.()
}, 60_000)
