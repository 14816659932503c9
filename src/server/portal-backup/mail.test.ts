import { expect, test } from 'bun:test'
import { mkdirSync, readdirSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { dataFolders } from '#app/features.ts'
import { makeTestFolder } from '#test/support/folders.ts'
import { moment } from '#test/support/rows.ts'
import { openInstallation } from '../installation.ts'
import { walkBelow } from '../system/disk.ts'
import { restoreBackup } from './restore.ts'
import { writeBackup } from './write.ts'

const placeOf = (dataDir: string) => ({
  DATA_DIR: dataDir,
  DATABASE_URL: undefined,
  SECRET_KEY_FILE: join(dataDir, 'secret.key'),
})
const id = '019aa000-0000-7000-8000-000000000001'

test('mailboxes and queued mail are in the backup, without messages that are still being received', async () => {
  const [home, target] = [makeTestFolder(), makeTestFolder()]
  await (await openInstallation(placeOf(home))).close()
  const kept = [
    `mail/${id}/subscriptions`,
    `mail/${id}/new/1700000000.M1P1.host`,
    `mail/${id}/cur/1700000000.M1P2.host:2,S`,
    `mail/${id}/.Spam/cur/1700000000.M1P3.host:2,`,
    `mail-queue/${id}.eml`,
  ]
  const left = [`mail/${id}/tmp/half`, 'mail/.spool/half', 'mail-queue/half.tmp', 'mail-restores/a/b']
  for (const path of [...kept, ...left]) {
    mkdirSync(dirname(join(home, path)), { recursive: true })
    writeFileSync(join(home, path), path, { mode: 0o600 })
  }
  const file = join(makeTestFolder(), 'backup.tar')
  await writeBackup(placeOf(home), file, { now: moment, folders: dataFolders })
  await restoreBackup(placeOf(target), file, { now: moment, folders: dataFolders })
  for (const path of kept) expect(await Bun.file(join(target, path)).text()).toBe(path)
  expect(readdirSync(target).sort()).toEqual(['installation.id', 'mail', 'mail-queue', 'portal.db'])
  expect(readdirSync(join(target, 'mail'))).toEqual([id])
  expect(readdirSync(join(target, 'mail', id)).sort()).toEqual(['.Spam', 'cur', 'new', 'subscriptions'])
  expect(statSync(join(target, 'mail', id)).mode & 0o777).toBe(0o700)
  expect(statSync(join(target, 'mail', id, 'cur')).mode & 0o777).toBe(0o700)
})

test('the folder of an added feature is saved and restored as its manifest declares, and refused by a portal without it', async () => {
  const [home, target] = [makeTestFolder(), makeTestFolder()]
  await (await openInstallation(placeOf(home))).close()
  for (const path of ['novelties/kept/a.txt', 'novelties/kept/b/c.txt', 'novelties/left.tmp']) {
    mkdirSync(dirname(join(home, path)), { recursive: true })
    writeFileSync(join(home, path), path)
  }
  const novelty = {
    folder: 'novelties',
    paths: /^novelties\/kept(\/|$)/,
    walk: (dataDir: string) => walkBelow(dataDir, 'novelties/kept'),
  }
  const file = join(makeTestFolder(), 'backup.tar')
  const folders = [...dataFolders, novelty]
  await writeBackup(placeOf(home), file, { now: moment, folders })
  await expect(restoreBackup(placeOf(target), file, { now: moment, folders: dataFolders })).rejects.toThrow(
    "it contains a path that is not a portal's",
  )
  await restoreBackup(placeOf(target), file, { now: moment, folders })
  expect(readdirSync(join(target, 'novelties')).sort()).toEqual(['kept'])
  expect(await Bun.file(join(target, 'novelties/kept/b/c.txt')).text()).toBe('novelties/kept/b/c.txt')
})
