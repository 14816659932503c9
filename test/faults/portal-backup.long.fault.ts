import { Database } from 'bun:sqlite'
import { afterAll, beforeAll, expect, test } from 'bun:test'
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { FileEntry } from '#features/files/contract/contract.ts'
import { startEmbeddedPostgres } from '#test/support/postgres.ts'
import { type RunningServer, runPortal, startServer } from '#test/support/server.ts'
import { until } from '#test/support/until.ts'
import { makeBackup, siteOf } from './backups-stage.ts'
import { createDatabase } from './databases.ts'
import { type FilesTemplate, makeFilesTemplate, sendFile, startTrusting } from './files-stage.ts'
import { untilDrained } from './findings.ts'
import { call, makeFolder, makeTemplate, trusting, withCopy, withoutSites } from './journey.ts'
import { changes, isSound, killedAt, surviveKill, withoutCache } from './portal-backup-stage.ts'

let template: FilesTemplate
let folder: string
beforeAll(async () => {
  folder = await makeFolder()
  template = await makeFilesTemplate(async (server, ready) => {
    for (let number = 0; number < 20; number++)
      await sendFile(server, ready, { name: `page-${number}.html`, bytes: `page ${number} `.repeat(2_000) })
    await makeBackup(siteOf(ready, server.dataDir), server)
  })
})
afterAll(async () => {
  for (const each of [template.dataDir, folder]) await rm(each, { recursive: true, force: true })
})

/** A call whose answer is stored, sealed with the key; the same idempotency key replays that answer. */
const sealed = (server: RunningServer) =>
  call(`${server.url}/api/projects`, {
    cookie: template.customer,
    json: { name: 'Sealed' },
    headers: { 'idempotency-key': 'sealed' },
  })

const remove = (server: RunningServer, ids: string[]) =>
  call(`${server.url}/api/files/delete`, { cookie: template.customer, json: { ids } })

/** Uploads, replaces, moves to the trash, backs up, deletes backups as fast as possible, until `progress` ends. */
async function changeEverything(server: RunningServer, progress: { changes: number; isOver: boolean }) {
  const site = siteOf(template, server.dataDir)
  for (; !progress.isOver; progress.changes += 1) {
    const { changes } = progress
    const name = `page-${changes % 30}.html`
    await sendFile(server, template, { name, bytes: `version ${changes} `.repeat(500), conflict: 'replace' })
    if (changes % 3 === 0) {
      const answer = await call(`${server.url}/api/files`, { cookie: template.customer })
      const files = (await answer.json()) as FileEntry[]
      const victim = files.find(({ fileName }) => fileName === name)
      if (victim) await (await remove(server, [victim.id])).arrayBuffer()
    }
    if (changes % 10 === 0) await site.backUp(server)
    if (changes % 20 === 19)
      for (const each of (await site.list(server)).slice(2)) await site.remove(server, each)
  }
}

/** Files of the restored portal whose bytes do not match their rows. */
function wrongBytes(dataDir: string): string[] {
  const db = new Database(join(dataDir, 'portal.db'), { readonly: true })
  const rows = db
    .query<{ id: string; path: string; sha256: string }, []>(
      `select id, sha256,
        'services/' || service_id || case when deleted_at is null then '/public/' || file_path else '/trash/' || id end as path
        from file_manager where is_folder = 0`,
    )
    .all()
  db.close()
  expect(rows.length).toBeGreaterThan(10)
  const hash = (path: string) =>
    new Bun.CryptoHasher('sha256').update(readFileSync(join(dataDir, path))).digest('hex')
  return rows.filter(({ path, sha256 }) => hash(path) !== sha256).map(({ path }) => path)
}

function countIntents(dataDir: string): number {
  const db = new Database(join(dataDir, 'portal.db'), { readonly: true })
  const row = db.query<{ n: number }, []>('select count(*) as n from file_intents').get()
  db.close()
  return row?.n ?? 0
}

test('a backup of a portal in full use is restored on an empty machine, and the doctor finds no fault', async () => {
  await withCopy(template, async (dataDir) => {
    const server = await startTrusting(dataDir)
    await (await sealed(server)).arrayBuffer()
    const progress = { changes: 0, isOver: false }
    const changing = changeEverything(server, progress)
    await until('changes of every kind', () => progress.changes > 20)
    const place = await makeFolder()
    const files = [0, 1].map((number) => join(place, `busy-${number}.tar`))
    for (const file of files) {
      const { stdout, stderr } = await runPortal(['backup', file], { dataDir })
      expect(stderr).toBe('')
      expect(stdout).toMatch(/^Backup written to .*: \d+ entries/)
    }
    progress.isOver = true
    await changing
    await server.stop()
    for (const [number, file] of files.entries()) {
      const target = join(place, `machine-${number}`)
      expect((await runPortal(['restore', file], { dataDir: target })).stdout).toContain('restored')
      // The first start continues the work that was under way at that moment.
      const restored = await startTrusting(target)
      const again = await sealed(restored)
      expect(again.headers.get('idempotent-replay')).toBe('true')
      const site = siteOf(template, target)
      const [newest] = (await site.list(restored)).filter(({ status }) => status === 'completed')
      const download = await call(`${restored.url}/api/backups/${newest?.id}/download`, {
        cookie: template.customer,
      })
      expect(download.status).toBe(200)
      await download.arrayBuffer()
      await untilDrained(target)
      await until('the changes carried on that were under way', () => countIntents(target) === 0)
      await restored.stop()
      await isSound(target)
      expect(wrongBytes(target)).toEqual([])
    }
    expect(readdirSync(place).filter((name) => /partial|work/.test(name))).toEqual([])
    await rm(place, { recursive: true, force: true })
  })
})

test('a truncated or damaged backup, another file, and a used folder are refused in one line, and nothing is restored', async () => {
  const whole = join(folder, 'whole.tar')
  expect((await runPortal(['backup', whole], { dataDir: template.dataDir })).code).toBe(0)
  const bytes = readFileSync(whole)
  const made = (name: string, change: (file: string) => void): string => {
    const file = join(folder, name)
    writeFileSync(file, bytes)
    change(file)
    return file
  }
  const flipped = Buffer.from(bytes)
  flipped[Math.floor(bytes.length / 2)] = (flipped[Math.floor(bytes.length / 2)] ?? 0) ^ 1
  const bad: [file: string, reason: RegExp][] = [
    [made('cut.tar', (file) => truncateSync(file, bytes.length - 2_000)), /not a complete backup/],
    [made('half.tar', (file) => truncateSync(file, bytes.length / 2)), /not a complete backup/],
    [made('flipped.tar', (file) => writeFileSync(file, flipped)), /not a complete backup|damaged/],
    [
      made('text.tar', (file) => writeFileSync(file, 'no backup at all\n'.repeat(500))),
      /not a complete backup/,
    ],
    [made('empty.tar', (file) => writeFileSync(file, '')), /not a complete backup/],
    [join(folder, 'none.tar'), /does not exist/],
  ]
  for (const [file, reason] of bad) {
    const target = join(folder, 'refused')
    const { code, stderr } = await runPortal(['restore', file], { dataDir: target })
    expect(stderr).toMatch(reason)
    expect(stderr.trimEnd().split('\n')).toHaveLength(1)
    expect(code).toBe(1)
    expect(readdirSync(target).filter((name) => !name.startsWith('lock.db'))).toEqual([])
  }
  const used = await runPortal(['restore', whole], { dataDir: template.dataDir })
  expect(used.stderr).toMatch(/already contains services: a complete backup is restored into an empty folder/)
  const twice = await runPortal(['backup', whole], { dataDir: template.dataDir })
  expect(twice.stderr).toMatch(/exists already/)
  expect(readFileSync(whole).equals(bytes)).toBe(true)
})

const newAdministrator = [
  '--email',
  'new@example.com',
  '--mobile',
  '9800000000',
  '--password',
  'long enough one',
]
const openers = (place: string): string[][] => [
  ['serve'],
  ['migrate'],
  ['adopt'],
  ['move', '--to', 'postgres://127.0.0.1:1/none'],
  ['admin', 'create', ...newAdministrator],
  ['backup', join(place, 'never.tar')],
  ['backup', '--database-only', join(place, 'never.db')],
  ['doctor'],
  ['audit', 'verify'],
  ['audit', 'accept'],
]

test('no command opens the folder of an interrupted restore, each says how to continue, and its contents are not replaced', async () => {
  const [file, rows] = [join(folder, 'beside.tar'), join(folder, 'beside.db')]
  expect((await runPortal(['backup', file], { dataDir: template.dataDir })).stderr).toBe('')
  expect((await runPortal(['backup', '--database-only', rows], { dataDir: template.dataDir })).code).toBe(0)
  const target = join(folder, 'begun')
  const wrapper = killedAt('rename,renameat,renameat2')
  await runPortal(['restore', file], { dataDir: target, wrapper, env: withoutCache })
  // The journal of a lock disappears with the next process that takes the lock.
  const list = () =>
    readdirSync(target, { recursive: true, encoding: 'utf8' })
      .filter((name) => !name.startsWith('lock.db'))
      .sort()
  const left = list()
  for (const command of [...openers(folder), ['restore', rows]]) {
    const { stderr, code } = await runPortal(command, { dataDir: target, env: withoutSites })
    expect(stderr).toBe(
      `portal: a restore into ${target} is unfinished: unless it is still running, run the same restore again, or remove ${join(target, 'restoring')} to give it up\n`,
    )
    expect(code).toBe(1)
    expect(list()).toEqual(left)
  }
  expect(readdirSync(folder).filter((name) => name.startsWith('never'))).toEqual([])
  mkdirSync(join(target, 'services', 'mine'), { recursive: true })
  const { stderr } = await runPortal(['restore', file], { dataDir: target })
  expect(stderr).toMatch(/already contains services: a complete backup is restored into an empty folder/)
})

test('after kill -9 at any moment of a restore the portal starts only once the restore has been completed', async () => {
  const { dataDir } = await makeTemplate()
  const place = await makeFolder()
  try {
    const file = join(place, 'small.tar')
    expect((await runPortal(['backup', file], { dataDir })).stderr).toBe('')
    for (const calls of changes) {
      let when = 1
      const restore = { file, dataDir: join(place, 'killed'), env: withoutSites }
      while (await surviveKill(restore, { calls, when })) when += 1
      await rm(restore.dataDir, { recursive: true, force: true })
      expect(when).toBeGreaterThan(1)
    }
  } finally {
    for (const each of [dataDir, place]) await rm(each, { recursive: true, force: true })
  }
}, 1_200_000)

test('after kill -9 at any moment of a restore into PostgreSQL the portal starts only once the restore has been completed', async () => {
  const { dataDir } = await makeTemplate()
  const place = await makeFolder()
  const postgres = await startEmbeddedPostgres()
  try {
    const file = join(place, 'small.tar')
    expect((await runPortal(['backup', file], { dataDir })).stderr).toBe('')
    const calls = changes.join(',')
    let when = 0
    let isKilled = true
    while (isKilled) {
      when += 1
      const env = { ...withoutSites, DATABASE_URL: await createDatabase(postgres.url, `killed_${when}`) }
      isKilled = await surviveKill({ file, dataDir: join(place, 'killed'), env }, { calls, when })
    }
    expect(when).toBeGreaterThan(5)
  } finally {
    await postgres.stop()
    for (const each of [dataDir, place]) await rm(each, { recursive: true, force: true })
  }
}, 1_200_000)

test('a backup without a lost file is valid, names the file and exits with 1, and so does its restore', async () => {
  await withCopy(template, async (dataDir) => {
    const lost = `services/${template.serviceId}/public/page-3.html`
    rmSync(join(dataDir, lost))
    const file = join(folder, 'with-loss.tar')
    const { code, stdout, stderr } = await runPortal(['backup', file], { dataDir })
    expect(stdout).toContain('Backup written to')
    expect(stderr).toMatch(
      new RegExp(`^missing or damaged: ${lost}\nportal: 1 files? .* the backup has everything else`),
    )
    expect(code).toBe(1)
    const target = join(folder, 'with-loss')
    const restored = await runPortal(['restore', file], { dataDir: target })
    expect(restored.stderr).toBe(`missing or damaged at the time of the backup: ${lost}\n`)
    expect(restored.code).toBe(0)
  })
})

test('a restore into PostgreSQL that was interrupted after its rows were written can be run again', async () => {
  const file = join(folder, 'sqlite.tar')
  expect((await runPortal(['backup', file], { dataDir: template.dataDir })).stderr).toBe('')
  const postgres = await startEmbeddedPostgres()
  try {
    const env = { DATABASE_URL: await createDatabase(postgres.url, 'twice') }
    const dataDir = join(folder, 'twice')
    const wrapper = killedAt('link,linkat')
    expect((await runPortal(['restore', file], { dataDir, env, wrapper })).stdout).toBe('')
    expect(existsSync(join(dataDir, 'services'))).toBe(false)
    const again = await runPortal(['restore', file], { dataDir, env })
    expect(again.stderr).toBe('')
    expect(again.stdout).toContain('restored')
    await isSound(dataDir, env)
  } finally {
    await postgres.stop()
  }
})

test('a backup of nodes with a shared folder is restored and shared again', async () => {
  const postgres = await startEmbeddedPostgres()
  try {
    await withCopy(template, async (dataDir) => {
      const url = await createDatabase(postgres.url, 'shared')
      expect((await runPortal(['move', '--to', url], { dataDir })).code).toBe(0)
      const env = { ...trusting, ...withoutSites, SHARED_DATA: 'true', RUN_DIR: join(folder, 'run-shared') }
      const server = await startServer({ dataDir, env: { ...env, DATABASE_URL: url } })
      const file = join(folder, 'shared.tar')
      expect((await runPortal(['backup', file], { dataDir, env: { DATABASE_URL: url } })).stderr).toBe('')
      await server.stop()
      const machine = join(folder, 'shared-machine')
      const other = { ...env, DATABASE_URL: await createDatabase(postgres.url, 'restored') }
      expect((await runPortal(['restore', file], { dataDir: machine, env: other })).stderr).toBe('')
      const again = await startServer({ dataDir: machine, env: other })
      expect((await call(`${again.url}/ready`)).status).toBe(200)
      await again.stop()
    })
  } finally {
    await postgres.stop()
  }
})

test('rows in PostgreSQL are backed up as well, and restored into PostgreSQL or SQLite', async () => {
  const postgres = await startEmbeddedPostgres()
  const databases = ['first', 'second'] as const
  const urls = await Promise.all(databases.map((name) => createDatabase(postgres.url, name)))
  try {
    await withCopy(template, async (dataDir) => {
      expect((await runPortal(['move', '--to', urls[0] ?? ''], { dataDir })).code).toBe(0)
      const env = { ...trusting, ...withoutSites, DATABASE_URL: urls[0] ?? '' }
      const server = await startServer({ dataDir, env })
      const file = join(folder, 'postgres.tar')
      const { stderr, stdout } = await runPortal(['backup', file], { dataDir, env })
      expect(stderr).toBe('')
      expect(stdout).toContain('Backup written')
      await server.stop()
      const other = { ...env, DATABASE_URL: urls[1] ?? '' }
      const machine = join(folder, 'with-postgres')
      expect((await runPortal(['restore', file], { dataDir: machine, env: other })).stderr).toBe('')
      expect(existsSync(join(machine, 'portal.db'))).toBe(false)
      await isSound(machine, { DATABASE_URL: urls[1] ?? '' })
      const small = join(folder, 'with-sqlite')
      expect((await runPortal(['restore', file], { dataDir: small })).stderr).toBe('')
      await isSound(small)
      expect(wrongBytes(small)).toEqual([])
    })
  } finally {
    await postgres.stop()
  }
})
