import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { EngineRefused } from '#server/system/programs/engine-refused.ts'
import { EngineUnavailable } from '#server/system/programs/engine-unavailable.ts'
import { startFakeMongo } from '#test/support/engines/fake-mongo.ts'
import { freePort } from '#test/support/free-port.ts'
import type { DatabaseEngine } from '../../contract/database-engine.ts'
import { createMongoEngine } from './mongodb.ts'

const refusal = (promise: Promise<unknown>) =>
  promise.then(
    () => null,
    (error: unknown) => error,
  )

describe('MongoDB', () => {
  const server = startFakeMongo()
  let engine: DatabaseEngine
  const names = { database: 'abcdefg_shop', user: 'abcdefg_app' }
  const wanted = { ...names, password: 'a "pass\' word\\', isOpen: true, allow: [] }
  beforeAll(() => {
    engine = createMongoEngine({ env: { DB_MONGODB: server.url } })
  })
  afterAll(async () => {
    await engine.stop?.()
    server.stop()
  })

  test('is off without an address, and says how to connect it', async () => {
    const off = createMongoEngine({ env: { DB_MONGODB: undefined } })
    expect(off.mode).toBe('off')
    expect(off.advice).toContain('DB_MONGODB')
    expect(await refusal(off.connect())).toBeInstanceOf(EngineUnavailable)
  })

  test('is at the configured address, and states its limitations', async () => {
    expect(await engine.connect()).toEqual({ host: '127.0.0.1', port: server.port })
    expect(await engine.check()).toEqual({ isHealthy: true, version: '8.0.0', message: null })
    expect(engine.limitation).toContain('Not tested with a real MongoDB')
    expect(engine.sql).toBeUndefined()
  })

  test('gives a user only its own database, repeatably', async () => {
    expect(await engine.isTaken(names)).toBe(false)
    await engine.ensure(wanted)
    await engine.ensure(wanted)
    expect(server.users.get('abcdefg_shop.abcdefg_app')).toEqual({
      password: wanted.password,
      roles: [{ role: 'readWrite', db: 'abcdefg_shop' }],
    })
    expect(await engine.isTaken(names)).toBe(true)
    await engine.ensure({ ...wanted, password: 'another password' })
    expect(server.users.get('abcdefg_shop.abcdefg_app')?.password).toBe('another password')
  })

  test('revokes access while a database is closed, and ends its sessions', async () => {
    await engine.ensure({ ...wanted, isOpen: false })
    expect(server.users.get('abcdefg_shop.abcdefg_app')?.roles).toEqual([])
    expect(server.ended).toContainEqual({ user: names.user, db: names.database })
    await engine.ensure(wanted)
    expect(server.users.get('abcdefg_shop.abcdefg_app')?.roles).toHaveLength(1)
  })

  test('measures its databases, also before the first document', async () => {
    expect((await engine.measure([names.database])).get(names.database)?.bytes).toBe(0)
    server.sizes.set(names.database, 4_096)
    const found = await engine.measure([names.database, 'nothing_here'])
    expect([...found]).toEqual([[names.database, { bytes: 4_096, connections: 0 }]])
  })

  test('neither dumps nor loads, and names the tools that do', async () => {
    const { signal } = new AbortController()
    for (const refused of [
      engine.dump(names, signal),
      engine.load(wanted, new Blob(['x']).stream() as never, signal),
      engine.replace({ live: names, by: names, aside: 'x' }),
    ])
      expect(String(await refusal(refused))).toContain('mongodump')
    expect(await refusal(engine.dump(names, signal))).toBeInstanceOf(EngineRefused)
  })

  test('removes user and database, and accepts missing ones', async () => {
    await engine.remove(names)
    await engine.remove(names)
    expect(server.users.size).toBe(0)
    expect(server.sizes.size).toBe(0)
    expect(await engine.isTaken(names)).toBe(false)
  })

  test('is unavailable with a wrong password, or without a server at the address', async () => {
    const wrong = new URL(server.url)
    wrong.password = 'wrong'
    const nobody = new URL(`mongodb://root:x@127.0.0.1:${freePort()}/?serverSelectionTimeoutMS=300`)
    for (const address of [wrong, nobody]) {
      const other = createMongoEngine({ env: { DB_MONGODB: address } })
      expect(await refusal(other.ensure(wanted))).toBeInstanceOf(EngineUnavailable)
      expect((await other.check()).isHealthy).toBe(false)
      await other.stop?.()
    }
  }, 300_000)
})
