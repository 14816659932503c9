import { Database } from 'bun:sqlite'
import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import {
  closeSync,
  existsSync,
  openSync,
  readdirSync,
  renameSync,
  rmSync,
  utimesSync,
  writeFileSync,
  writeSync,
} from 'node:fs'
import { copyFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { SQL } from 'bun'
import type { Backup } from '#features/backups/contract/contract.ts'
import { startEmbeddedPostgres } from '#test/support/postgres.ts'
import { runPortal, startServer } from '#test/support/server.ts'
import { until } from '#test/support/until.ts'
import { makeBackup, siteOf } from './backups-stage.ts'
import { createDatabase } from './databases.ts'
import { type FilesTemplate, makeFilesTemplate, sendFile, startTrusting } from './files-stage.ts'
import { administrator, makeFolder, makeTemplate, withCopy, withoutSites } from './journey.ts'

const backups = 5

let template: FilesTemplate
let archives: string[]
let foreign: string
/** The database as it was before the last two backups. */
let older: string
let made: Backup[]
beforeAll(async () => {
  older = join(await makeFolder(), 'older.db')
  template = await makeFilesTemplate(async (server, ready) => {
    const site = siteOf(ready, server.dataDir)
    await sendFile(server, ready, { name: 'kept.txt', bytes: 'kept' })
    made = []
    for (let count = 0; count < backups; count++) {
      if (count === backups - 2)
        expect(
          (await runPortal(['backup', '--database-only', older], { dataDir: server.dataDir })).code,
        ).toBe(0)
      made.push(await makeBackup(site, server))
    }
    archives = site.archives()
  })
  expect(archives).toHaveLength(backups)
  foreign = (await makeTemplate()).dataDir
})
afterAll(async () => {
  for (const folder of [template.dataDir, foreign, join(older, '..')])
    await rm(folder, { recursive: true, force: true })
})

const database = (dataDir: string) => join(dataDir, 'portal.db')
const archivesIn = (dataDir: string) => readdirSync(join(dataDir, 'backups')).sort()

/** As if the portal had not run for three days, or its clock were three days fast: everything is old enough to be swept. */
function age(dataDir: string): void {
  const then = new Date(Date.now() - 3 * 86_400_000)
  for (const name of readdirSync(dataDir, { recursive: true, encoding: 'utf8' }))
    if (!name.startsWith('run')) utimesSync(join(dataDir, name), then, then)
}

const ways: [name: string, damage: (dataDir: string) => void | Promise<void>, reason: RegExp][] = [
  ['missing', (dataDir) => rmSync(database(dataDir)), /its database is missing or empty/],
  ['empty', (dataDir) => writeFileSync(database(dataDir), ''), /its database is missing or empty/],
  [
    'another portal’s',
    (dataDir) => copyFile(database(foreign), database(dataDir)),
    /are of different installations/,
  ],
]

describe.each(ways)('a database that is %s', (_, damage, reason) => {
  test('is refused beside another portal’s data by every command that would use it, and no archive is lost', async () => {
    await withCopy(template, async (dataDir) => {
      await damage(dataDir)
      age(dataDir)
      for (const command of [['serve'], ['migrate']]) {
        const { code, stderr } = await runPortal(command, { dataDir, env: withoutSites })
        expect(stderr).toMatch(reason)
        expect(stderr).toMatch(/portal adopt/)
        expect(stderr.trimEnd().split('\n')).toHaveLength(1)
        expect(code).toBe(1)
      }
      expect(archivesIn(dataDir)).toEqual(archives)
    })
  })
})

test('a missing database is restored from a backup of the database alone, as the refusal suggests', async () => {
  await withCopy(template, async (dataDir) => {
    rmSync(database(dataDir))
    const refused = await runPortal(['serve'], { dataDir, env: withoutSites })
    expect(refused.stderr).toMatch(/run portal restore with a database-only backup;/)
    expect((await runPortal(['restore', older], { dataDir })).stdout).toContain('restored')
    const server = await startTrusting(dataDir)
    await server.stop()
  })
})

test('adopting the database of another portal moves files unknown to it to quarantine, and deletes nothing', async () => {
  await withCopy(template, async (dataDir) => {
    const right = `${database(dataDir)}.right`
    await copyFile(database(dataDir), right)
    await copyFile(database(foreign), database(dataDir))
    expect((await runPortal(['adopt'], { dataDir })).code).toBe(0)
    age(dataDir)
    const server = await startTrusting(dataDir)
    const held = join(dataDir, 'quarantine')
    const quarantined = () =>
      existsSync(held)
        ? readdirSync(held, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.zip'))
        : []
    await until('all archives in quarantine', () => quarantined().length === backups)
    const { stdout } = await runPortal(['doctor'], { dataDir })
    expect(stdout).toMatch(/quarantine +\d+ entries without a row/)
    expect(stdout).toContain(`backups/${archives[0]}`)
    await server.stop()

    // With the right database everything is back in its place.
    for (const suffix of ['', '-wal', '-shm']) rmSync(database(dataDir) + suffix, { force: true })
    renameSync(right, database(dataDir))
    expect((await runPortal(['adopt'], { dataDir })).code).toBe(0)
    const again = await startTrusting(dataDir)
    await until('every archive back in its place', () => archivesIn(dataDir).length === backups)
    await again.stop()
    expect(archivesIn(dataDir)).toEqual(archives)
  })
})

test('the doctor finds a page that a disk returned as zeros, which a start does not notice', async () => {
  await withCopy(template, async (dataDir) => {
    const connection = new Database(database(dataDir))
    connection.run('PRAGMA journal_mode = DELETE')
    connection.run(`update users set address = '${'a long street '.repeat(2_000)}'`)
    const row = connection
      .query<{ pageno: number }, []>("select max(pageno) as pageno from dbstat where pagetype = 'overflow'")
      .get()
    connection.close()
    const page = row?.pageno ?? 0
    const file = openSync(database(dataDir), 'r+')
    writeSync(file, Buffer.alloc(4_096), 0, 4_096, (page - 1) * 4_096)
    closeSync(file)
    const { code, stdout, stderr } = await runPortal(['doctor'], { dataDir })
    expect(stdout).toContain('BROKEN       every page of the database is intact')
    expect(stdout).toContain(`page ${page} holds nothing but zeros`)
    expect(stderr).toBe('portal: the database is damaged: restore a backup\n')
    expect(code).toBe(1)
  })
})

test('restoring an older database of the same installation loses no archive made after it', async () => {
  await withCopy(template, async (dataDir) => {
    expect((await runPortal(['restore', older], { dataDir })).stdout).toContain('restored')
    age(dataDir)
    const server = await startTrusting(dataDir)
    await until('the newer archives in quarantine', () => archivesIn(dataDir).length === backups - 2)
    await server.stop()
    const { stdout, code } = await runPortal(['doctor'], { dataDir })
    for (const { id } of made.slice(-2)) expect(stdout).toContain(`backups/${id}.zip`)
    expect(code).toBe(0)
  })
})

test('an empty folder is not mistaken for that of an older PostgreSQL database without an id, and nothing is written', async () => {
  const postgres = await startEmbeddedPostgres()
  const folder = await makeFolder()
  try {
    await withCopy(template, async (dataDir) => {
      const databaseUrl = await createDatabase(postgres.url, 'older')
      expect((await runPortal(['move', '--to', databaseUrl], { dataDir })).code).toBe(0)
      const client = new SQL(databaseUrl, { max: 1 })
      await client`delete from installation`
      const env = { DATABASE_URL: databaseUrl, ...withoutSites }
      const { stderr, code } = await runPortal(['serve'], { dataDir: folder, env })
      expect(stderr).toMatch(/belongs to a different folder than .*: mount or restore the right one/)
      expect(code).toBe(1)
      expect([...(await client`select id from installation`)]).toEqual([])
      expect(readdirSync(folder)).toEqual([])
      await client.close()
      rmSync(join(dataDir, 'installation.id'))
      await (await startServer({ dataDir, env })).stop()
    })
  } finally {
    await postgres.stop()
    await rm(folder, { recursive: true, force: true })
  }
})

test('neither an empty folder nor an empty database is accepted in place of the other’s own', async () => {
  const postgres = await startEmbeddedPostgres()
  const folder = await makeFolder()
  try {
    await withCopy(template, async (dataDir) => {
      const databaseUrl = await createDatabase(postgres.url, 'portal')
      expect((await runPortal(['move', '--to', databaseUrl], { dataDir })).stdout).toContain(
        'copied and compared',
      )
      const env = { DATABASE_URL: databaseUrl, ...withoutSites }
      // The move links the folder and the rows in PostgreSQL as a pair.
      const server = await startServer({ dataDir, env })
      await server.stop()
      const unmounted = await runPortal(['serve'], {
        dataDir: folder,
        env: { ...env, SECRET_KEY_FILE: join(dataDir, 'secret.key') },
      })
      expect(unmounted.stderr).toMatch(
        /belongs to a different folder than .*: mount or restore the right one/,
      )
      const empty = { ...env, DATABASE_URL: await createDatabase(postgres.url, 'empty') }
      expect((await runPortal(['serve'], { dataDir, env: empty })).stderr).toMatch(
        /its database is empty: restore it, .*; to restore a complete backup .*set DATA_DIR to an empty folder/,
      )
      const [file, machine] = [join(folder, 'whole.tar'), join(folder, 'machine')]
      expect((await runPortal(['backup', file], { dataDir, env })).stderr).toBe('')
      expect((await runPortal(['restore', file], { dataDir: machine, env: empty })).stderr).toBe('')
      await (await startServer({ dataDir: machine, env: empty })).stop()
      expect(archivesIn(dataDir)).toEqual(archives)
    })
  } finally {
    await postgres.stop()
    await rm(folder, { recursive: true, force: true })
  }
})

const newAdministrator = [
  '--email',
  'new@example.com',
  '--mobile',
  '9800000000',
  '--password',
  'long enough one',
]

/** A PostgreSQL database that this portal has used, and its folder, without orders. */
async function withAccounts(
  use: (place: {
    dataDir: string
    env: Record<string, string>
    server: string
    folder: string
  }) => Promise<void>,
  began: Record<string, string> = administrator,
): Promise<void> {
  const postgres = await startEmbeddedPostgres()
  const folder = await makeFolder()
  try {
    const dataDir = join(folder, 'own')
    const env = { DATABASE_URL: await createDatabase(postgres.url, 'accounts'), ...withoutSites }
    await (await startServer({ dataDir, env: { ...env, ...began } })).stop()
    await use({ dataDir, env, server: postgres.url, folder })
  } finally {
    await postgres.stop()
    await rm(folder, { recursive: true, force: true })
  }
}

/** Every command that needs the folder refuses the one at `empty`, in one sentence, and does not even create it. */
async function refusesAll(empty: string, env: Record<string, string>): Promise<void> {
  for (const command of [
    ['serve'],
    ['migrate'],
    ['admin', 'create', ...newAdministrator],
    ['backup', `${empty}.tar`],
    ['audit', 'verify'],
  ]) {
    const { stderr, code } = await runPortal(command, { dataDir: empty, env })
    expect(stderr).toBe(
      `portal: the database belongs to a different folder than ${empty}, which has no installation.id: mount or restore the right one; if the two belong together anyway, portal adopt joins them\n`,
    )
    expect(code).toBe(1)
    expect(existsSync(empty)).toBe(false)
    expect(existsSync(`${empty}.tar`)).toBe(false)
  }
}

test('every command refuses an empty folder beside a PostgreSQL database with accounts and leaves no trace, and a backup can be restored into it', async () => {
  await withAccounts(async ({ dataDir, env, server, folder }) => {
    const client = new SQL(env.DATABASE_URL ?? '', { max: 1 })
    const read = async () =>
      JSON.stringify([await client`select * from installation`, await client`select * from leases`])
    const before = await read()
    const empty = join(folder, 'empty')
    await refusesAll(empty, env)
    await refusesAll(empty, { ...env, SECRET_KEY_FILE: join(dataDir, 'secret.key') })
    await refusesAll(empty, { ...env, SHARED_DATA: 'true', RUN_DIR: join(folder, 'run') })
    expect(existsSync(join(folder, 'run'))).toBe(false)
    expect(await read()).toBe(before)
    await client.close()

    const file = join(folder, 'whole.tar')
    expect((await runPortal(['backup', file], { dataDir, env })).stderr).toBe('')
    const other = { ...env, DATABASE_URL: await createDatabase(server, 'other') }
    for (const target of [env, other]) {
      expect((await runPortal(['restore', file], { dataDir: empty, env: target })).stderr).toBe('')
      await (await startServer({ dataDir: empty, env: target })).stop()
      rmSync(empty, { recursive: true })
    }
    expect((await runPortal(['adopt'], { dataDir: empty, env })).stdout).toContain('belong together now')
    await (await startServer({ dataDir: empty, env })).stop()
  })
})

test('an empty folder beside a database whose key is known is refused even without accounts, and no second key is created', async () => {
  await withAccounts(async ({ dataDir, env, folder }) => {
    await refusesAll(join(folder, 'empty'), env)
    rmSync(join(dataDir, 'secret.key'))
    const { stderr } = await runPortal(['serve'], { dataDir, env })
    expect(stderr).toMatch(/secret\.key: the key that sealed this data is missing/)
    expect(existsSync(join(dataDir, 'secret.key'))).toBe(false)
  }, {})
})

test('a PostgreSQL database with accounts but without an id is refused beside an empty folder, and accepted beside its key', async () => {
  await withAccounts(async ({ dataDir, env, folder }) => {
    const client = new SQL(env.DATABASE_URL ?? '', { max: 1 })
    await client`delete from installation`
    await refusesAll(join(folder, 'empty'), env)
    expect([...(await client`select id from installation`)]).toEqual([])
    await client.close()
    rmSync(join(dataDir, 'installation.id'))
    await (await startServer({ dataDir, env })).stop()
  })
})

test('a database that was only migrated, on another machine, is bound to the first folder it starts with', async () => {
  const postgres = await startEmbeddedPostgres()
  const folder = await makeFolder()
  try {
    const env = { DATABASE_URL: await createDatabase(postgres.url, 'migrated'), ...withoutSites }
    expect((await runPortal(['migrate'], { dataDir: join(folder, 'elsewhere'), env })).stderr).toBe('')
    const dataDir = join(folder, 'own')
    expect((await runPortal(['admin', 'create', ...newAdministrator], { dataDir, env })).stderr).toBe('')
    await (await startServer({ dataDir, env })).stop()
    await refusesAll(join(folder, 'third'), env)
  } finally {
    await postgres.stop()
    await rm(folder, { recursive: true, force: true })
  }
})

test('two nodes that start at the same time on an empty database and an empty folder both start', async () => {
  const postgres = await startEmbeddedPostgres()
  const folder = await makeFolder()
  try {
    const env = {
      ...{ DATABASE_URL: await createDatabase(postgres.url, 'two'), SHARED_DATA: 'true' },
      ...{ ...administrator, ...withoutSites },
    }
    const dataDir = join(folder, 'shared')
    const nodes = await Promise.all(
      ['one', 'two'].map((name) => startServer({ dataDir, env: { ...env, RUN_DIR: join(folder, name) } })),
    )
    for (const node of nodes) await node.stop()
  } finally {
    await postgres.stop()
    await rm(folder, { recursive: true, force: true })
  }
})

test.each(['doctor', 'audit verify'])('%s reports that a PostgreSQL database is empty', async (command) => {
  const postgres = await startEmbeddedPostgres()
  const folder = await makeFolder()
  try {
    const env = { DATABASE_URL: await createDatabase(postgres.url, 'none'), ...withoutSites }
    const run = (dataDir: string) => runPortal(command.split(' '), { dataDir, env })
    const nothing = await run(join(folder, 'never'))
    expect(nothing.stderr).toBe(
      'portal: the database is empty: no portal has used it yet, so there is nothing to inspect\n',
    )
    expect(nothing.code).toBe(1)
    expect(existsSync(join(folder, 'never'))).toBe(false)
    await withCopy(template, async (dataDir) => {
      const beside = await run(dataDir)
      expect(beside.stderr).toMatch(
        /^portal: \S+ holds .* of an installation, but its database is empty: put it back/,
      )
      expect(beside.code).toBe(1)
    })
  } finally {
    await postgres.stop()
    await rm(folder, { recursive: true, force: true })
  }
})
