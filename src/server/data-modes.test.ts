import { expect, test } from 'bun:test'
import { chmodSync, mkdirSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { makeTestFolder } from '#test/support/folders.ts'
import { runPortal } from '#test/support/server.ts'
import { restrictDataFolder } from './data-modes.ts'

const modeOf = (path: string) => statSync(path).mode & 0o777

test('a data folder that was open to others, and everything created in it, becomes readable by its owner only', async () => {
  const dataDir = makeTestFolder()
  chmodSync(dataDir, 0o755)
  const admin = ['admin', 'create', '--email', 'a@example.com', '--mobile', '9800000001']
  const { code, stderr } = await runPortal([...admin, '--password', 'a long enough password'], { dataDir })
  expect([code, stderr]).toEqual([0, ''])
  for (const name of ['portal.db', 'secret.key'])
    expect([name, modeOf(join(dataDir, name)) & 0o077]).toEqual([name, 0])
}, 300_000)

test('closes files that an earlier start left open, and preserves search permission on folders', () => {
  const dataDir = makeTestFolder()
  const keyFile = join(makeTestFolder(), 'the.key')
  const open = ['portal.db', 'portal.db-wal', 'lock.db', 'secret.key'].map((name) => join(dataDir, name))
  for (const path of [...open, keyFile]) {
    writeFileSync(path, '')
    chmodSync(path, 0o644)
  }
  mkdirSync(join(dataDir, 'backups'))
  chmodSync(join(dataDir, 'backups'), 0o755)
  const elsewhere = join(makeTestFolder(), 'elsewhere')
  writeFileSync(elsewhere, '')
  chmodSync(elsewhere, 0o644)
  symlinkSync(elsewhere, join(dataDir, 'portal.db-shm'))
  const logged: string[] = []
  const log = { info: (msg: string) => logged.push(msg), warn: (msg: string) => logged.push(msg) }
  restrictDataFolder({ dataDir, keyFile, folders: ['backups'] }, log)
  for (const path of [...open, keyFile]) expect([path, modeOf(path)]).toEqual([path, 0o600])
  expect(modeOf(join(dataDir, 'backups'))).toBe(0o711)
  expect(modeOf(elsewhere)).toBe(0o644)
  expect(logged).toHaveLength(6)
  restrictDataFolder({ dataDir, keyFile, folders: ['backups'] }, log)
  expect(logged).toHaveLength(6)
})
