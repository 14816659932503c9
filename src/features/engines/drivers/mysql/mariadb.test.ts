import { afterAll, afterEach, describe, expect, test } from 'bun:test'
import { existsSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { EngineUnavailable } from '#server/system/programs/engine-unavailable.ts'
import { createNames, newCredentials, refusal } from '#test/support/engines/fixtures.ts'
import { hasMariaDb, mariadbEnv, mariadbPid, openMysql } from '#test/support/engines/mariadb.ts'
import { makeTestFolder } from '#test/support/folders.ts'
import { until } from '#test/support/until.ts'
import type { DatabaseEngine } from '../../contract/database-engine.ts'

const isAlive = (pid: number) =>
  existsSync(`/proc/${pid}`) && !/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'))

// A portal that starts its engine and is then killed.
const portal = `
  import { mariadbEnv, openMysql } from '#test/support/engines/mariadb.ts'
  const { port } = await openMysql(mariadbEnv(process.argv.at(-1))).connect()
  console.log(port)
  await new Promise((resolve) => setTimeout(resolve, 60000))
`

describe.if(hasMariaDb)('a managed MariaDB', () => {
  const dataDir = makeTestFolder()
  const opened: DatabaseEngine[] = []
  const open = (settings = {}) => {
    const engine = openMysql(mariadbEnv(dataDir, settings))
    opened.push(engine)
    return engine
  }
  afterEach(async () => {
    for (const engine of opened.splice(0)) await engine.stop?.()
  })
  // The portal's umask: its files are private unless a mode says otherwise.
  const umask = process.umask(0o077)
  afterAll(() => {
    process.umask(umask)
    rmSync(dataDir, { recursive: true, force: true })
  })

  test('is not started before it is needed', async () => {
    const engine = open()
    expect(engine.mode).toBe('managed')
    expect(await engine.check()).toEqual({ isHealthy: true, version: null, message: null })
    expect(existsSync(join(dataDir, 'engines'))).toBe(false)
  })

  test('never runs as root, and only its user and the portal can enter its folders', async () => {
    await open().connect()
    const status = readFileSync(`/proc/${await mariadbPid(dataDir)}/status`, 'utf8')
    expect(/^Uid:\s+(\d+)/m.exec(status)?.[1]).not.toBe('0')
  })

  test('leaves no process when the portal stops, and keeps its port', async () => {
    const [first, second] = [open(), open()]
    const { port } = await first.connect()
    const pid = await mariadbPid(dataDir)
    await first.stop?.()
    expect(isAlive(pid)).toBe(false)
    expect((await second.connect()).port).toBe(port)
  })

  test('is restarted with all data when it is killed', async () => {
    const engine = open()
    const { port } = await engine.connect()
    const names = createNames()()
    await engine.ensure({ ...newCredentials(names), isOpen: true, allow: [] })
    const pid = await mariadbPid(dataDir)
    process.kill(pid, 'SIGKILL')
    await until('its end', () => !isAlive(pid))
    const again = await until('its return', () => engine.connect().catch(() => null))
    expect(again.port).toBe(port)
    expect(await mariadbPid(dataDir)).not.toBe(pid)
    expect(await engine.isTaken(names)).toBe(true)
  }, 300_000)

  test('survives a killed portal, and the next portal finds it', async () => {
    const child = Bun.spawn([process.execPath, '-e', portal, dataDir], { stdout: 'pipe', stderr: 'inherit' })
    const { value } = await child.stdout.getReader().read()
    const pid = await mariadbPid(dataDir)
    child.kill('SIGKILL')
    await child.exited
    expect(isAlive(pid)).toBe(true)
    const engine = open()
    expect((await engine.connect()).port).toBe(Number(new TextDecoder().decode(value).trim()))
    expect(await mariadbPid(dataDir)).toBe(pid)
    await engine.stop?.()
    expect(isAlive(pid)).toBe(false)
  }, 300_000)

  test('reports that another program uses its port', async () => {
    const listener = Bun.listen({ hostname: '127.0.0.1', port: 0, socket: { data() {} } })
    const engine = open({ DB_MYSQL_PORT: listener.port })
    const error = await refusal(() => engine.connect())
    expect(error).toBeInstanceOf(EngineUnavailable)
    expect((error as Error).message).toContain(`port ${listener.port}`)
    expect(await engine.check()).toMatchObject({ isHealthy: false, message: expect.stringContaining('port') })
    listener.stop(true)
  })
})

test('is off without MariaDB or when disabled, and says how to set it up', () => {
  const off = openMysql(mariadbEnv('/nowhere', { DB_MYSQL: 'off' }))
  expect(off.mode).toBe('off')
  expect(off.advice).toContain('DB_MYSQL')
  const shared = openMysql(mariadbEnv('/nowhere', { DB_MYSQL: undefined, SHARED_DATA: true }))
  expect(shared.advice).toContain('all nodes')
})
