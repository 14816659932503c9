import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { networkInterfaces } from 'node:os'
import { EngineRefused } from '#server/system/programs/engine-refused.ts'
import { createNames, newCredentials, refusal, runAll, streamOf } from '#test/support/engines/fixtures.ts'
import { hasPostgres, openPostgresEngine } from '#test/support/engines/postgresql.ts'
import type { Credentials, SqlTools } from '../../contract/database-engine.ts'

const publicHost = 'db.portal.example'
/** A non-loopback address of this machine: the server treats its connections as external. */
const outside = Object.values(networkInterfaces())
  .flat()
  .find((address) => address?.family === 'IPv4' && !address.internal)?.address
if (outside === undefined)
  console.log('Remote access is not tested: this machine has no address but loopback')

const { engine } = openPostgresEngine({ DB_POSTGRES: 'managed', DB_PUBLIC_HOST: publicHost })
const names = createNames()
const signal = new AbortController().signal
let port = 0

async function make(allow: string[] = []): Promise<Credentials> {
  const credentials = newCredentials(names())
  await engine.ensure({ ...credentials, isOpen: true, allow })
  return credentials
}

/** Runs a PostgreSQL program as a customer's machine would. */
async function ask(
  program: string[],
  { database, user, password }: Credentials,
  { host = '127.0.0.1', sslmode = 'prefer' } = {},
) {
  const child = Bun.spawn(program, {
    env: {
      PATH: '/usr/bin:/bin',
      PGHOST: host,
      PGPORT: String(port),
      PGUSER: user,
      PGPASSWORD: password,
      PGDATABASE: database,
      PGSSLMODE: sslmode,
    },
    stdout: 'pipe',
    stderr: 'pipe',
  })
  const [bytes, said] = await Promise.all([
    new Response(child.stdout).bytes(),
    new Response(child.stderr).text(),
  ])
  return { code: await child.exited, bytes, text: Buffer.from(bytes).toString().trim(), said }
}

const psql = (sql: string) => ['psql', '-X', '-A', '-t', '-v', 'ON_ERROR_STOP=1', '-c', sql]

describe.if(hasPostgres)('PostgreSQL programs', () => {
  beforeAll(async () => {
    const endpoint = await engine.connect()
    expect(endpoint.host).toBe(publicHost)
    port = endpoint.port
  })
  afterAll(async () => {
    await engine.stop?.()
  })

  test('psql connects with a customer’s connection settings', async () => {
    const mine = await make()
    expect(await ask(psql('select current_user, current_database()'), mine)).toMatchObject({
      code: 0,
      text: `${mine.user}|${mine.database}`,
    })
    expect((await ask(psql('select 1'), { ...mine, password: 'wrong' })).code).not.toBe(0)
    expect((await ask(psql('select 1'), { ...mine, database: 'postgres' })).code).not.toBe(0)
    expect((await ask(psql('select 1'), { ...mine, database: 'template1' })).code).not.toBe(0)
  })

  test('a dump in pg_dump’s custom format is loaded, and a damaged one is refused', async () => {
    const [mine, copy] = [await make(), await make()]
    const sql = engine.sql as SqlTools
    await runAll(
      sql,
      mine,
      "create table t (a int primary key, b text); insert into t values (1, 'ä'), (2, null)",
    )
    const { bytes, code } = await ask(['pg_dump', '--format=custom'], mine)
    expect(code).toBe(0)
    await engine.load(copy, streamOf(bytes), signal)
    const answer = await runAll(sql, copy, 'select a, b from t order by a')
    expect(answer[0]?.rows).toEqual([
      ['1', 'ä'],
      ['2', null],
    ])
    const damaged = await refusal(() => engine.load(copy, streamOf(bytes.slice(0, 300)), signal))
    expect(damaged).toBeInstanceOf(EngineRefused)
    expect((damaged as Error).message).toContain('pg_restore')
  })

  test('a pg_dump file that creates its database and changes users is loaded with notes, two at a time are not', async () => {
    const [mine, copy, other] = [await make(), await make(), await make()]
    const sql = engine.sql as SqlTools
    await runAll(sql, mine, 'create table t (a int); insert into t values (7)')
    const create = ['pg_dump', '--create', '--clean', '--if-exists', '--use-set-session-authorization']
    const { bytes, code } = await ask(create, mine)
    expect(code).toBe(0)
    expect(await engine.load(copy, streamOf(bytes), signal)).toEqual([
      expect.stringContaining(`The file names the database ${mine.database}.`),
      expect.stringContaining('Owners and rights of other users'),
    ])
    expect((await runAll(sql, copy, 'select a from t'))[0]?.rows).toEqual([['7']])
    const both = Buffer.concat([bytes, (await ask(create, other)).bytes])
    const refused = await refusal(async () => engine.load(await make(), streamOf(both), signal))
    expect((refused as Error).message).toContain(`several databases, ${mine.database} and ${other.database}`)
  })

  test.if(outside !== undefined)('an allowed external address connects, over TLS only', async () => {
    const from = { host: outside ?? '' }
    const [mine, other] = [await make(), await make([`${outside}/32`])]
    expect((await ask(psql('select 1'), mine, from)).said).toContain('no pg_hba.conf entry')
    await engine.ensure({ ...mine, isOpen: true, allow: ['192.0.2.0/24', `${outside}/32`] })
    const settings = 'select ssl from pg_stat_ssl where pid = pg_backend_pid()'
    expect(await ask(psql(settings), mine, { ...from, sslmode: 'require' })).toMatchObject({ text: 't' })
    expect((await ask(psql('select 1'), mine, { ...from, sslmode: 'disable' })).code).not.toBe(0)
    expect((await ask(psql('select 1'), other, from)).code).toBe(0)
    expect((await ask(psql('select 1'), { ...mine, database: other.database }, from)).code).not.toBe(0)
    await engine.ensure({ ...mine, isOpen: true, allow: [] })
    expect((await ask(psql('select 1'), mine, from)).code).not.toBe(0)
    expect((await ask(psql('select 1'), other, from)).code).toBe(0)
    await engine.remove(other)
    expect((await ask(psql('select 1'), other, from)).said).toContain('no pg_hba.conf entry')
  })

  test('pgbench fills a database and runs against it', async () => {
    const mine = await make()
    expect((await ask(['pgbench', '-i', '-s', '1', '-q'], mine)).code).toBe(0)
    expect((await ask(['pgbench', '-c', '4', '-t', '20', '-n'], mine)).text).toContain('80/80')
    const slow = (await engine.readSlow(mine.database)) ?? []
    expect(slow.some(({ statement, calls }) => statement.includes('pgbench_accounts') && calls > 0)).toBe(
      true,
    )
  })
})
