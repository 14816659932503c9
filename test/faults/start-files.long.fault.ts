import { Database } from 'bun:sqlite'
import { afterAll, beforeAll, expect, test } from 'bun:test'
import { chmodSync, chownSync, existsSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { startServer } from '#test/support/server.ts'
import { canMount, withDisk } from './disk.ts'
import { makeTemplate, type Template, withCopy, withoutSites } from './journey.ts'
import { refuses } from './start-stage.ts'

let template: Template
beforeAll(async () => {
  template = await makeTemplate()
})
afterAll(() => rm(template.dataDir, { recursive: true, force: true }))

const isRoot = process.getuid?.() === 0
const nobody = 65_534
// File modes apply to all users except root.
const asNobody = isRoot
  ? ['setpriv', `--reuid=${nobody}`, `--regid=${nobody}`, '--clear-groups', 'env', 'HOME=/tmp']
  : []

/** Whether an unprivileged user can run the portal from here; tests that need one are otherwise reported as skipped. */
const canBeBound =
  !isRoot ||
  (Bun.which('setpriv') !== null &&
    Bun.spawnSync([...asNobody, process.execPath, '-e', '0'], {
      cwd: resolve(import.meta.dir),
      stderr: 'ignore',
    }).success)

/** The folder and its contents belong to that user. */
function handToUser(dataDir: string): void {
  if (!isRoot) return
  chownSync(dataDir, nobody, nobody)
  for (const name of readdirSync(dataDir, { recursive: true, encoding: 'utf8' }))
    chownSync(join(dataDir, name), nobody, nobody)
}

const filesOfDatabase = (dataDir: string): string[] =>
  readdirSync(dataDir)
    .filter((name) => name.startsWith('portal.db'))
    .sort()

const startBound = (dataDir: string) => startServer({ dataDir, env: withoutSites, wrapper: asNobody })
const refusesBound = (dataDir: string, reason: RegExp) => refuses(dataDir, reason, withoutSites, asNobody)

test.skipIf(!canBeBound)(
  'a start after a crash on a read-only folder reports the unwritable path and how to continue',
  async () => {
    await withCopy(template, async (dataDir) => {
      handToUser(dataDir)
      const crashed = await startBound(dataDir)
      await crashed.kill9()
      expect(existsSync(join(dataDir, 'portal.db-wal'))).toBe(true)
      chmodSync(dataDir, 0o500)
      await refusesBound(
        dataDir,
        /^portal: \/\S+ cannot be written: this user may not write to it; give it to /,
      )
      chmodSync(dataDir, 0o700)
      await (await startBound(dataDir)).stop()
    })
  },
)

test.skipIf(!canBeBound).each(['portal.db', 'portal.db-wal', 'portal.db-shm', 'lock.db'])(
  'a read-only %s is reported by name and nothing is left beside it, and with its mode corrected the portal starts',
  async (name) => {
    await withCopy(template, async (dataDir) => {
      handToUser(dataDir)
      if (name.includes('-')) await (await startBound(dataDir)).kill9()
      const before = filesOfDatabase(dataDir)
      chmodSync(join(dataDir, name), 0o400)
      await refusesBound(
        dataDir,
        new RegExp(`^portal: \\S+/${name} cannot be written: this user may not write`),
      )
      expect(filesOfDatabase(dataDir)).toEqual(before)
      chmodSync(join(dataDir, name), 0o600)
      await (await startBound(dataDir)).stop()
    })
  },
)

test.skipIf(!canBeBound)('a port reserved for root is refused with the name of its setting', async () => {
  await withCopy(template, async (dataDir) => {
    handToUser(dataDir)
    for (const setting of ['PORT', 'SITES_PORT', 'DNS_PORT'])
      await refuses(
        dataDir,
        new RegExp(`^portal: port 7 on 127\\.0\\.0\\.1 requires root or .*; set ${setting} to another one, `),
        { SERVER_DRIVER: 'off', [setting]: '7' },
        asNobody,
      )
  })
})

test.skipIf(!canMount)('a read-only file system is reported as such', async () => {
  await withDisk(64, (folder) =>
    withCopy(
      template,
      async (dataDir) => {
        await (await startServer({ dataDir, env: withoutSites })).kill9()
        Bun.spawnSync(['mount', '-o', 'remount,ro', dataDir])
        await refuses(dataDir, /cannot be written: it is on a read-only file system; .*disk/)
      },
      folder,
    ),
  )
})

/** Replaces the portal’s database with another program’s. */
function placeForeign(dataDir: string, tables: string[], { isOpen = false } = {}): Database | null {
  const file = join(dataDir, 'portal.db')
  rmSync(file)
  const foreign = new Database(file)
  if (isOpen) foreign.run('PRAGMA journal_mode = WAL')
  for (const table of tables) foreign.run(`create table ${table}`)
  if (isOpen) return foreign
  foreign.close()
  return null
}

test.each([
  ['with other tables', ['wp_posts (id)'], 'wp_posts'],
  ['with tables of the same names', ['users (id)', 'orders (id)'], 'orders'],
  ['with the journal of another program', ['_migrations (file, applied)'], '_migrations'],
])(
  'a SQLite file of another program, %s, is refused beside a used folder and left unchanged',
  async (_, tables, name) => {
    await withCopy(template, async (dataDir) => {
      placeForeign(dataDir, tables)
      const before = readFileSync(join(dataDir, 'portal.db'))
      await refuses(
        dataDir,
        new RegExp(
          `portal\\.db contains tables of another program, such as ${name}, and none of a portal: move it away `,
        ),
      )
      expect(readFileSync(join(dataDir, 'portal.db')).equals(before)).toBe(true)
      expect(filesOfDatabase(dataDir)).toEqual(['portal.db'])
    })
  },
)

test('a SQLite file of another program that is in use is refused, and its log is left unchanged', async () => {
  await withCopy(template, async (dataDir) => {
    const foreign = placeForeign(dataDir, ['wp_posts (id)'], { isOpen: true })
    await refuses(dataDir, /portal\.db contains tables of another program, such as wp_posts/)
    foreign?.close()
  })
})
