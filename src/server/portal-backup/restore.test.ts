import { beforeEach, expect, test } from 'bun:test'
import { existsSync, mkdirSync, readdirSync, renameSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { dataFolders } from '#app/features.ts'
import { makeTestFolder } from '#test/support/folders.ts'
import { moment } from '#test/support/rows.ts'
import { openInstallation } from '../installation.ts'
import { restoreBackup } from './restore.ts'
import { writeBackup } from './write.ts'

// SQLite, whatever the other tests run on.
const placeOf = (dataDir: string) => ({
  DATA_DIR: dataDir,
  DATABASE_URL: undefined,
  SECRET_KEY_FILE: join(dataDir, 'secret.key'),
})

let file: string
let target: string
beforeEach(async () => {
  const place = placeOf(makeTestFolder())
  await (await openInstallation(place)).close()
  file = join(makeTestFolder(), 'backup.tar')
  await writeBackup(place, file, { now: moment, folders: dataFolders })
  target = makeTestFolder()
})

test("a backup is restored into a folder that has only a portal's empty folders", async () => {
  mkdirSync(join(target, 'services'))
  await restoreBackup(placeOf(target), file, { now: moment, folders: dataFolders })
  expect(readdirSync(target).sort()).toEqual(['installation.id', 'portal.db'])
})

test.each(['portal.db-wal', 'portal.db-shm'])('a leftover %s is named and refused', async (name) => {
  writeFileSync(join(target, name), 'left')
  await expect(restoreBackup(placeOf(target), file, { now: moment, folders: dataFolders })).rejects.toThrow(
    `already contains ${name}`,
  )
  expect(readdirSync(target)).toEqual([name])
})

test('a target folder that contains a link is refused in one sentence before anything is unpacked', async () => {
  symlinkSync(makeTestFolder(), join(target, 'services'))
  await expect(restoreBackup(placeOf(target), file, { now: moment, folders: dataFolders })).rejects.toThrow(
    /services cannot be replaced \(ENOTDIR\): mount or link the whole data folder/,
  )
  expect(existsSync(join(target, 'restoring'))).toBe(false)
})

const portal = ['installation.id', 'portal.db']
const isRefused =
  /is unfinished: unless it is still running, run the same restore again, or remove \S+restoring/

/** The folder after a restore that was killed once everything was unpacked, with these of its files moved into place. */
async function cutOff(inPlace: string[]): Promise<void> {
  let mark = ''
  await restoreBackup(placeOf(target), file, { now: moment, folders: dataFolders }, async () => {
    mark = await Bun.file(join(target, 'restoring', 'whole')).text()
  })
  mkdirSync(join(target, 'restoring'))
  writeFileSync(join(target, 'restoring', 'whole'), mark)
  for (const name of portal.filter((name) => !inPlace.includes(name)))
    renameSync(join(target, name), join(target, 'restoring', name))
}

test('a restore interrupted while unpacking prevents the portal from starting, and can be started again', async () => {
  mkdirSync(join(target, 'restoring'))
  writeFileSync(join(target, 'restoring', 'installation.id'), 'half')
  await expect(openInstallation(placeOf(target))).rejects.toThrow(isRefused)
  expect(readdirSync(target)).toEqual(['restoring'])
  await restoreBackup(placeOf(target), file, { now: moment, folders: dataFolders })
  expect(readdirSync(target).sort()).toEqual(portal)
})

test.each([[[]], [['installation.id']], [portal]])(
  'a restore interrupted with %p in place prevents the portal from starting, and can be resumed',
  async (inPlace) => {
    await cutOff(inPlace)
    await expect(openInstallation(placeOf(target))).rejects.toThrow(isRefused)
    await restoreBackup(placeOf(target), file, { now: moment, folders: dataFolders })
    expect(readdirSync(target).sort()).toEqual(portal)
    await (await openInstallation(placeOf(target))).close()
  },
)

test('files that a killed restore had not finished writing are not moved into place', async () => {
  await cutOff([])
  writeFileSync(join(target, 'restoring', `whole.${Bun.randomUUIDv7()}`), '{')
  await restoreBackup(placeOf(target), file, { now: moment, folders: dataFolders })
  expect(readdirSync(target).sort()).toEqual(portal)
})

test('a restore is reported before it ends, and its leftovers are removed when a portal opens', async () => {
  const seen: string[][] = []
  await restoreBackup(
    placeOf(target),
    file,
    { now: moment, folders: dataFolders },
    async () => void seen.push(readdirSync(target).sort()),
  )
  expect(seen).toEqual([[...portal, 'restoring']])
  mkdirSync(join(target, 'restoring.ended'))
  writeFileSync(join(target, 'restoring.ended', 'whole'), '{}')
  await (await openInstallation(placeOf(target))).close()
  expect(readdirSync(target).sort()).toEqual(portal)
})
