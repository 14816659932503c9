import { Database } from 'bun:sqlite'
import { beforeEach, describe, expect, test } from 'bun:test'
import { existsSync, mkdirSync, renameSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import BetterSqlite from 'better-sqlite3'
import { makeTestFolder } from '#test/support/folders.ts'
import { userRow } from '#test/support/rows.ts'
import { StoreError, StoreUnavailable } from '../errors.ts'
import { openDataLock } from '../locks/data-lock.ts'
import { migrate } from '../migrations/migrate.ts'
import { openStore } from '../store.ts'
import { applyPragmas, verifyPragmas } from './pragmas.ts'

let dataDir: string
let file: string
beforeEach(() => {
  dataDir = makeTestFolder()
  file = join(dataDir, 'portal.db')
})

async function makeStore(rows = 1) {
  const store = await openStore({ dataDir })
  await migrate(store)
  const users = Array.from({ length: rows }, (_, index) => userRow(`u${index}`))
  await store.tx((tx) => tx.insert(tx.t.users).values(users))
  return store
}

const refusal = (work: Promise<unknown>) =>
  work.then(
    () => undefined,
    (error: unknown) => error,
  )

describe('opening', () => {
  test('another SQLite reads the file and finds it intact', async () => {
    const store = await makeStore(20)
    const other = new BetterSqlite(file, { readonly: true })
    expect(other.prepare('select count(*) as n from users').get()).toEqual({ n: 20 })
    expect(other.pragma('integrity_check', { simple: true })).toBe('ok')
    expect(other.pragma('journal_mode', { simple: true })).toBe('wal')
    other.close()
    await store.close()
  })

  test('closing leaves a single file', async () => {
    await (await makeStore()).close()
    expect([existsSync(file), existsSync(`${file}-wal`), existsSync(`${file}-shm`)]).toEqual([
      true,
      false,
      false,
    ])
  })

  test('a transaction that comes after closing is refused, and one that was submitted before is committed', async () => {
    const store = await makeStore()
    const { users } = store.t
    const before = store.tx((tx) => tx.insert(users).values(userRow('before')))
    await store.close()
    await before
    expect(await refusal(store.tx((tx) => tx.delete(users)))).toBeInstanceOf(StoreUnavailable)
    const again = await openStore({ dataDir })
    expect(await again.read.$count(users)).toBe(2)
    await again.close()
  })

  test('a file that is not a database is refused in one line', async () => {
    writeFileSync(file, 'this is not a database, but it is long enough to be taken for one'.repeat(100))
    const error = await refusal(openStore({ dataDir }))
    expect(error).toBeInstanceOf(StoreError)
    expect(String(error)).toMatch(/portal\.db is damaged: restore a backup$/)
  })

  test('a truncated file is refused', async () => {
    await (await makeStore(500)).close()
    truncateSync(file, 4096 * 20)
    expect(String(await refusal(openStore({ dataDir })))).toContain('is damaged')
  })

  test('overwritten pages are refused', async () => {
    await (await makeStore(500)).close()
    const bytes = new Uint8Array(await Bun.file(file).arrayBuffer())
    writeFileSync(file, bytes.fill(0xa5, 4096, 4096 * 8))
    expect(String(await refusal(openStore({ dataDir })))).toContain('is damaged')
  })

  test('a missing file is refused where one is expected, or where its log was left', async () => {
    expect(String(await refusal(openStore({ dataDir, mustExist: true })))).toContain('there is no database')
    const store = await makeStore()
    renameSync(file, `${file}.away`)
    expect(String(await refusal(openStore({ dataDir })))).toContain('is missing')
    renameSync(`${file}.away`, file)
    await store.close()
  })

  test('a folder that cannot be created is refused in one line', async () => {
    writeFileSync(join(dataDir, 'plain'), '')
    const error = await refusal(openStore({ dataDir: join(dataDir, 'plain', 'below') }))
    expect(error).toBeInstanceOf(StoreError)
    expect(String(error)).not.toContain('\n')
  })
})

describe('durability', () => {
  test('a connection opened by the store passes, and one with synchronous=NORMAL is detected', () => {
    const connection = new Database(file)
    applyPragmas(connection)
    expect(() => verifyPragmas(connection)).not.toThrow()
    connection.run('PRAGMA synchronous = NORMAL')
    expect(() => verifyPragmas(connection)).toThrow('synchronous is 1, it must be 2')
    connection.close()
  })

  test.each(['foreign_keys = OFF', 'trusted_schema = ON', 'journal_mode = DELETE', 'busy_timeout = 5000'])(
    '%s is detected',
    (setting) => {
      const connection = new Database(file)
      applyPragmas(connection)
      connection.run(`PRAGMA ${setting}`)
      expect(() => verifyPragmas(connection)).toThrow('must be')
      connection.close()
    },
  )

  test('a transaction is acknowledged only after its commit: another connection sees it immediately', async () => {
    const store = await makeStore()
    const other = new Database(file, { readonly: true })
    const counts = await Promise.all(
      Array.from({ length: 50 }, async (_, index) => {
        await store.tx((tx) => tx.insert(tx.t.users).values(userRow(`after${index}`)))
        return other
          .query('select 1 as found from users where email_key = ?')
          .get(`after${index}@example.com`)
      }),
    )
    expect(counts).toEqual(Array.from({ length: 50 }, () => ({ found: 1 })))
    other.close()
    await store.close()
  })
})

describe('beside another process', () => {
  test('a write lock of another process delays transactions without blocking the event loop, and loses none', async () => {
    const store = await makeStore()
    const other = new Database(file)
    other.run('BEGIN IMMEDIATE')
    const waiting = store.tx((tx) => tx.insert(tx.t.users).values(userRow('patient')))
    await new Promise((resolve) => setImmediate(resolve))
    other.run('COMMIT')
    await waiting
    expect(await store.read.$count(store.t.users)).toBe(2)
    other.close()
    await store.close()
  })

  test('the reader cannot write', async () => {
    const store = await makeStore()
    const writable = store.read as unknown as { delete(table: unknown): Promise<unknown> }
    await expect((async () => await writable.delete(store.t.users))()).rejects.toThrow('readonly')
    await store.close()
  })
})

describe('the lock of the data folder', () => {
  const holder = (folder: string) =>
    Bun.spawn(
      [
        process.execPath,
        '-e',
        `const { openDataLock } = await import('${join(import.meta.dir, '../locks/data-lock.ts')}')
        openDataLock('${folder}'); process.stdout.write('held'); await new Promise(() => setInterval(() => {}, 1e6))`,
      ],
      { stdout: 'pipe' },
    )

  test('a second process is refused in one line, and kill -9 of the first frees the lock', async () => {
    const first = holder(dataDir)
    const reader = first.stdout.getReader()
    await reader.read()
    expect(() => openDataLock(dataDir)).toThrow(`${dataDir} is in use by another portal process`)
    first.kill('SIGKILL')
    await first.exited
    openDataLock(dataDir).close()
  })

  test('the database can be opened while the lock is held', async () => {
    const lock = openDataLock(dataDir)
    await (await makeStore()).close()
    lock.close()
  })

  test('a read-only folder is reported as such', () => {
    // Even root cannot create files here.
    expect(() => openDataLock('/sys/kernel')).toThrow(
      /^\/sys\/kernel cannot be used: the folder \/sys\/kernel is read-only: (this user may not|it is on a file)/,
    )
  })

  test('a file in place of the folder, or of a parent folder, is reported as such', () => {
    const file = join(dataDir, 'file')
    writeFileSync(file, '')
    expect(() => openDataLock(file)).toThrow(`${file} cannot be used: it is a file, not a folder`)
    const below = join(file, 'data')
    expect(() => openDataLock(below)).toThrow(`${below} cannot be used: a parent of its path is a file`)
  })

  test('an unusable folder is named', () => {
    mkdirSync(join(dataDir, 'lock.db'))
    expect(() => openDataLock(dataDir)).toThrow(`${dataDir} cannot be used`)
  })
})

test('a store that has read on a thread removes its write-ahead log when it is closed', async () => {
  const store = await openStore({ dataDir })
  await migrate(store)
  const { users } = store.t
  await store.tx((tx) => tx.insert(users).values(userRow('one')))
  expect(await store.readLong((read) => read.select({ id: users.id }).from(users))).toHaveLength(1)
  await store.close()
  expect(existsSync(join(dataDir, 'portal.db-wal'))).toBe(false)
})
