import { beforeEach, expect, test } from 'bun:test'
import { existsSync, mkdirSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
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
  await writeBackup(place, file, moment)
  target = makeTestFolder()
})

test('a backup is restored into a folder with empty folders of a portal', async () => {
  mkdirSync(join(target, 'services'))
  await restoreBackup(placeOf(target), file, moment)
  expect(readdirSync(target).sort()).toEqual(['installation.id', 'portal.db'])
})

test.each(['portal.db-wal', 'portal.db-shm'])(
  'a %s that was left behind is named and refused',
  async (name) => {
    writeFileSync(join(target, name), 'left')
    await expect(restoreBackup(placeOf(target), file, moment)).rejects.toThrow(`holds ${name} already`)
    expect(readdirSync(target)).toEqual([name])
  },
)

test('a folder that lies elsewhere is refused in a sentence before anything is unpacked', async () => {
  symlinkSync(makeTestFolder(), join(target, 'services'))
  await expect(restoreBackup(placeOf(target), file, moment)).rejects.toThrow(
    /services cannot be replaced \(ENOTDIR\): mount or link the whole data folder/,
  )
  expect(existsSync(join(target, 'restoring'))).toBe(false)
})
