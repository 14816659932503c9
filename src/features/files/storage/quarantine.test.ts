import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  renameSync,
  statSync,
  symlinkSync,
  utimesSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { eq } from 'drizzle-orm'
import { sweepFolders } from '#features/backups/runs/sweep.ts'
import { day, hour } from '#shared/time.ts'
import { createTestApp, type TestApp } from '#test/support/app.ts'
import { createSite, hashTree, layFiles } from '#test/support/backups.ts'
import { makeFolder, memoryFolder } from '#test/support/folders.ts'
import { listQuarantine, quarantineDays } from './quarantine.ts'

/** A folder on another disk than the tests' files, if there is one. */
const memory = memoryFolder()
const otherVolume = memory && statSync(memory).dev !== statSync(tmpdir()).dev ? tmpdir() : undefined

let app: TestApp
let site: Awaited<ReturnType<typeof createSite>>
beforeEach(async () => {
  app = await createTestApp()
  site = await createSite(app)
})
afterEach(() => app.close())

const at = (path: string) => join(app.dataDir, path)
const held = async () => (await listQuarantine(app.dataDir)).map(({ path }) => path)

/** Sets file times so that nothing below the path is too young to be swept. */
const age = (path: string) => utimesSync(at(path), new Date(0), new Date(0))

describe('a file without a row', () => {
  test('is quarantined, not deleted: an archive, a service’s folder or an entry in the trash', async () => {
    const stranger = Bun.randomUUIDv7()
    const paths = [
      `backups/${Bun.randomUUIDv7()}.zip`,
      'backups/notes.txt',
      `services/${site.serviceId}/trash/${Bun.randomUUIDv7()}`,
    ]
    layFiles(app.dataDir, Object.fromEntries(paths.map((path) => [path, path])))
    layFiles(at(`services/${stranger}`), { 'public/index.html': 'theirs', 'trash/x': 'theirs' })
    const before = hashTree(at(`services/${stranger}`))
    for (const path of paths) age(path)
    // The clock runs three days ahead.
    app.advancePastFiles(3 * day)
    await app.work()
    expect((await held()).sort()).toEqual([...paths, `services/${stranger}`].sort())
    for (const { path, at: place } of await listQuarantine(app.dataDir)) {
      if (path.startsWith('services/') && path.endsWith(stranger)) expect(hashTree(place)).toBe(before)
      else expect(await Bun.file(place).text()).toBe(path)
      expect(existsSync(at(path))).toBe(false)
    }
    expect(app.logged.filter((line) => line.includes('moved to quarantine'))).toHaveLength(4)
  })

  test('stays while it may belong to work in progress', async () => {
    layFiles(app.dataDir, { [`backups/${Bun.randomUUIDv7()}.zip`]: 'young' })
    layFiles(at(`services/${Bun.randomUUIDv7()}`), { 'public/index.html': 'young' })
    await app.work()
    expect(await held()).toEqual([])
  })

  test('is removed after thirty days, and not before', async () => {
    layFiles(app.dataDir, { 'backups/old.zip': 'x' })
    age('backups/old.zip')
    await app.work()
    app.advance(quarantineDays * day)
    await app.work()
    expect(await held()).toEqual(['backups/old.zip'])
    app.advance(2 * day)
    await app.work()
    expect(await held()).toEqual([])
  })

  test('returns to its path once a row refers to it again', async () => {
    const { id } = await site.backUp()
    const { backups } = app.store.t
    const [row] = await app.store.read.select().from(backups).where(eq(backups.id, id))
    if (!row) throw new Error('no row')
    age(`backups/${id}.zip`)
    await app.store.tx((tx) => tx.delete(tx.t.backups).where(eq(tx.t.backups.id, id)))
    await app.work()
    expect(await held()).toEqual([`backups/${id}.zip`])
    await app.store.tx((tx) => tx.insert(tx.t.backups).values(row))
    await app.work()
    expect(await held()).toEqual([])
    expect((await site.call('GET', `/api/backups/${id}/download`)).status).toBe(200)
  })

  test.skipIf(!otherVolume)('moves whole to another volume, and back', async () => {
    symlinkSync(makeFolder(otherVolume ?? '', 'portal-volume-'), at('quarantine'))
    const stranger = Bun.randomUUIDv7()
    layFiles(at(`services/${stranger}`), { 'public/deep/index.html': 'theirs', 'public/empty/': '' })
    symlinkSync('/nowhere', at(`services/${stranger}/public/link`))
    const { id } = await site.backUp()
    const bytes = readFileSync(at(`backups/${id}.zip`))
    const { backups } = app.store.t
    const [row] = await app.store.read.select().from(backups).where(eq(backups.id, id))
    if (!row) throw new Error('no row')
    age(`backups/${id}.zip`)
    await app.store.tx((tx) => tx.delete(backups).where(eq(backups.id, id)))
    app.advancePastFiles(3 * day)
    await app.work()
    expect(await held()).toEqual([`backups/${id}.zip`, `services/${stranger}`])
    const [, { at: place } = { at: '' }] = await listQuarantine(app.dataDir)
    expect(readFileSync(`${place}/public/deep/index.html`, 'utf8')).toBe('theirs')
    expect(readdirSync(`${place}/public`).sort()).toEqual(['deep', 'empty', 'link'])
    expect(readlinkSync(`${place}/public/link`)).toBe('/nowhere')
    expect([existsSync(at(`services/${stranger}`)), existsSync(at(`backups/${id}.zip`))]).toEqual([
      false,
      false,
    ])
    await app.store.tx((tx) => tx.insert(backups).values(row))
    await app.work()
    expect(readFileSync(at(`backups/${id}.zip`)).equals(bytes)).toBe(true)
    expect(await held()).toEqual([`services/${stranger}`])
  })

  test('never overwrites another one in quarantine: both stay', async () => {
    for (const content of ['first', 'second']) {
      layFiles(app.dataDir, { 'backups/twice.zip': content })
      age('backups/twice.zip')
      await app.work()
    }
    const texts = (await listQuarantine(app.dataDir)).map(({ at: place }) => Bun.file(place).text())
    expect((await Promise.all(texts)).sort()).toEqual(['first', 'second'])
  })
})

describe('leftovers of a restore', () => {
  const service = () => at(`services/${site.serviceId}`)
  const lay = (folder: string, text: string) => layFiles(join(service(), folder), { 'index.html': text })
  const page = () => Bun.file(join(service(), 'public/index.html')).text()

  test('return when they are the previous tree and no row knows of the restore', async () => {
    renameSync(join(service(), 'public'), join(service(), 'restore-old'))
    lay('restore-old', 'the live site')
    lay('restore-new', 'from an archive')
    layFiles(service(), { 'restore-marker': JSON.stringify({ jobId: 'j', direction: 'forward' }) })
    await app.work()
    expect(await page()).toBe('the live site')
    expect(existsSync(join(service(), 'restore-marker'))).toBe(false)
  })

  test('are quarantined when there is a live tree, because the right one is unknown', async () => {
    lay('public', 'live')
    lay('restore-old', 'set aside')
    await app.work()
    expect(await page()).toBe('live')
    expect(await held()).toEqual([`services/${site.serviceId}/restore-old`])
  })
})

describe('unfinished work', () => {
  test('stays while its backup runs, whatever the clock says, and is removed otherwise', async () => {
    const { backups } = app.store.t
    const { id } = await site.backUp()
    const mine = `backups/${id}.zip.7.tmp`
    const nobodys = `backups/${Bun.randomUUIDv7()}.zip.7.tmp`
    mkdirSync(at(`backups/scratch-${Bun.randomUUIDv7()}`))
    layFiles(app.dataDir, { [mine]: 'half', [nobodys]: 'half' })
    age(mine)
    age(nobodys)
    await app.store.tx((tx) => tx.update(tx.t.backups).set({ status: 'pending' }).where(eq(backups.id, id)))
    app.advance(3 * day + hour)
    await sweepFolders(app.deps)
    expect(existsSync(at(mine))).toBe(true)
    expect(existsSync(at(nobodys))).toBe(false)
    expect(await held()).toEqual([])
  })
})
