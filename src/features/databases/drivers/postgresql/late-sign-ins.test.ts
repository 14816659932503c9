import { expect, test } from 'bun:test'
import { type AddressInfo, connect, createServer } from 'node:net'
import { Client } from 'pg'
import { sharedPostgres } from '#test/support/engines/shared.ts'
import { createNames, newCredentials } from '#test/support/engines/ways.ts'

const nextNames = createNames()

/** A way to a port on which only the first message of a client goes through before `open`. */
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
    /** The password has been asked for, and the client's answer is held back. */
    held: held.promise,
    open: opened.resolve,
    close: () => server.close(),
  }
}

test('a sign-in that began with a former password ends when it comes in, and no later one does', async () => {
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
  const own = clientOf(port, password)
  await own.connect()
  slow.open()
  await signedIn
  await ended
  expect((await own.query('select 1 as one')).rows).toEqual([{ one: 1 }])
  await own.end()
  slow.close()
  await engine.remove(former)
})
