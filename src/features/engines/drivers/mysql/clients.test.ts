import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { networkInterfaces } from 'node:os'
import { EngineRefused } from '#server/system/programs/engine-refused.ts'
import type { EngineUnderTest } from '#test/support/engines/engine-under-test.ts'
import {
  caps,
  contentsOf,
  createNames,
  newCredentials,
  refusal,
  runAll,
  streamOf,
} from '#test/support/engines/fixtures.ts'
import { hasMariaDb, mariadbPid, startMariaDb } from '#test/support/engines/mariadb.ts'
import { until } from '#test/support/until.ts'
import type { Credentials } from '../../contract/database-engine.ts'
import { hostOf } from './accounts.ts'

const signal = new AbortController().signal

/** Runs a MariaDB program as a customer would. */
async function stranger(
  program: string,
  { user, password, database }: Credentials,
  port: number,
  args: string[],
  host = '127.0.0.1',
) {
  const child = Bun.spawn(
    [
      program,
      '--no-defaults',
      '--protocol=TCP',
      `--host=${host}`,
      `--port=${port}`,
      `--user=${user}`,
      ...args,
      database,
    ],
    { env: { MYSQL_PWD: password }, stdin: 'ignore', stdout: 'pipe', stderr: 'pipe' },
  )
  const [out, err] = await Promise.all([
    new Response(child.stdout).bytes(),
    new Response(child.stderr).text(),
  ])
  return { code: await child.exited, bytes: out, out: new TextDecoder().decode(out), err }
}

describe.if(hasMariaDb)('customers of MariaDB', () => {
  let world: EngineUnderTest & { dataDir: string }
  const nextNames = createNames()
  const add = async (allow: string[] = []) => {
    const credentials = newCredentials(nextNames())
    await world.engine.ensure({ ...credentials, isOpen: true, allow })
    return credentials
  }
  beforeAll(async () => {
    world = await startMariaDb({ DB_PUBLIC_HOST: 'db.example.test' })
  })
  afterAll(async () => {
    await world?.stop()
  })

  test('reach the address that they get, and need only their password', async () => {
    const mine = await add()
    const { host, port } = await world.engine.connect()
    expect(host).toBe('db.example.test')
    expect(world.engine.remoteAccessProblem).toBeNull()
    expect(await stranger('mariadb', mine, port, ['-Ne', 'select 6 * 7'])).toMatchObject({
      code: 0,
      out: '42\n',
    })
    const refused = await stranger('mariadb', { ...mine, password: 'wrong' }, port, ['-Ne', 'select 1'])
    expect(refused).toMatchObject({ code: 1, err: expect.stringContaining('Access denied') })
    const admin = await stranger('mariadb', { ...mine, user: 'root', password: '' }, port, [
      '-Ne',
      'select 1',
    ])
    expect(admin).toMatchObject({ code: 1, err: expect.stringContaining('Access denied') })
  })

  test('load a mysqldump file that names its database', async () => {
    const [mine, copy] = [await add(), await add()]
    const { port } = await world.engine.connect()
    await runAll(world.sql, mine, world.dialect.small)
    const args = ['--routines', '--triggers', '--add-drop-database', '--databases']
    const { bytes, code } = await stranger('mariadb-dump', mine, port, args)
    expect(code).toBe(0)
    expect(await world.engine.load(copy, streamOf(bytes), signal)).toEqual([
      expect.stringContaining(`The file names the database ${mine.database}.`),
    ])
    expect((await contentsOf(world.sql, copy)).tables).toEqual((await contentsOf(world.sql, mine)).tables)
    await runAll(world.sql, copy, world.dialect.useSmall)
  })

  test('dump their database with mysqldump, and load the dump into another one', async () => {
    const [mine, copy] = [await add(), await add()]
    const { port } = await world.engine.connect()
    await runAll(world.sql, mine, world.dialect.schema)
    const { bytes, err, code } = await stranger('mariadb-dump', mine, port, [
      '--routines',
      '--events',
      '--single-transaction',
    ])
    expect({ code, err }).toEqual({ code: 0, err: '' })
    await world.engine.load(copy, streamOf(bytes), signal)
    expect(await contentsOf(world.sql, copy)).toEqual(await contentsOf(world.sql, mine))
    await runAll(world.sql, copy, world.dialect.useSchema)
  })

  const [outside] = Object.values(networkInterfaces())
    .flat()
    .filter((each) => each?.family === 'IPv4' && !each.internal)
    .map((each) => each?.address ?? '')

  test.if(outside !== undefined)(
    'connect from outside over TLS, from the allowed addresses only',
    async () => {
      const [listed, other] = [await add([`${outside}/32`]), await add(['203.0.113.0/24'])]
      const { port } = await world.engine.connect()
      const ask = (credentials: Credentials, ...args: string[]) =>
        stranger('mariadb', credentials, port, ['-Ne', "show status like 'ssl_cipher'", ...args], outside)
      expect(await ask(listed, '--ssl')).toMatchObject({
        code: 0,
        out: expect.stringMatching(/Ssl_cipher\s+\S+/),
      })
      expect(await ask(listed, '--skip-ssl')).toMatchObject({
        code: 1,
        err: expect.stringContaining('denied'),
      })
      expect(await ask(other, '--ssl')).toMatchObject({ code: 1 })
      await world.engine.ensure({ ...listed, isOpen: true, allow: [] })
      expect(await ask(listed, '--ssl')).toMatchObject({ code: 1 })
    },
  )

  test('are matched by address and network as the server understands them', () => {
    expect(
      ['203.0.113.7/32', '203.0.113.0/24', '10.0.0.0/9', '0.0.0.0/0', '2001:db8::7/128'].map(hostOf),
    ).toEqual([
      '203.0.113.7',
      '203.0.113.0/255.255.255.0',
      '10.0.0.0/255.128.0.0',
      '0.0.0.0/0.0.0.0',
      '2001:db8::7',
    ])
    expect(() => hostOf('2001:db8::/32')).toThrow(EngineRefused)
  })

  test('see their slow statements in the usage', async () => {
    const mine = await add()
    await runAll(world.sql, mine, 'select sleep(0.05); select 1;')
    const [slowest] = (await world.engine.readSlow(mine.database)) ?? []
    expect(slowest?.statement.toLowerCase()).toContain('sleep')
    expect(slowest?.meanMs).toBeGreaterThan(1)
  })

  test('are not blocked when the server is killed during a database replacement', async () => {
    for (const delayMs of [1, 4, 12, 30, 80]) {
      const [live, by] = [await add(), await add()]
      await runAll(world.sql, live, world.dialect.schema)
      await runAll(world.sql, by, world.dialect.small)
      const [before, after] = [await contentsOf(world.sql, live), await contentsOf(world.sql, by)]
      const step = { live, by, aside: nextNames().database }
      const begun = refusal(() => world.engine.replace(step))
      await Bun.sleep(delayMs)
      process.kill(await mariadbPid(world.dataDir), 'SIGKILL')
      await begun
      await until('its return', () => world.engine.connect().catch(() => null))
      await until('the end of it', async () => (await refusal(() => world.engine.replace(step))) === null)
      expect(await contentsOf(world.sql, live)).toEqual(after)
      await world.engine.replace({ live, by: { database: step.aside, user: by.user }, aside: by.database })
      expect(await contentsOf(world.sql, live)).toEqual(before)
      const session = await world.sql.open(live)
      expect(await session.ask('select count(*) from named', [], caps)).toMatchObject({ rows: [['4']] })
      await session.close()
    }
  }, 300_000)
})
