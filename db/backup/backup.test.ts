import { Database } from 'bun:sqlite'
import { expect, test } from 'bun:test'
import { existsSync, readdirSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { backup } from '#app/commands/backup.ts'
import { readEnv } from '#env'
import { makeTestFolder } from '#test/support/folders.ts'
import { backupTo } from './backup.ts'

/** A data folder with a database of one row. */
function makeDatabase(): string {
  const dataDir = makeTestFolder()
  const connection = new Database(join(dataDir, 'portal.db'), { create: true })
  connection.run('create table kept (word text)')
  connection.run("insert into kept values ('here')")
  connection.close()
  return dataDir
}

test('a backup is a complete database that only its owner can read', async () => {
  const dataDir = makeDatabase()
  const file = join(dataDir, 'copy.db')
  await backupTo(dataDir, file)
  const copy = new Database(file, { readonly: true })
  expect(copy.query('select word from kept').all()).toEqual([{ word: 'here' }])
  copy.close()
  expect(statSync(file).mode & 0o777).toBe(0o600)
  await expect(backupTo(dataDir, file)).rejects.toThrow('already exists')
})

test('a failed backup leaves no file that could be mistaken for one', async () => {
  const dataDir = makeDatabase()
  writeFileSync(
    join(dataDir, 'portal.db'),
    'no database at all, but a file that is long enough to be read as one',
  )
  const file = join(dataDir, 'copy.db')
  await expect(backupTo(dataDir, file)).rejects.toThrow()
  expect(existsSync(file)).toBe(false)
})

test('the command does not mistake an old SQLite file for the data in PostgreSQL', async () => {
  const dataDir = makeDatabase()
  const env = readEnv({ DATA_DIR: dataDir, DATABASE_URL: 'postgres://portal@127.0.0.1:1/portal' })
  for (const options of [[], ['--database-only']]) {
    const file = join(dataDir, 'copy.db')
    await expect(backup(env, [...options, file])).rejects.toThrow('PostgreSQL at 127.0.0.1:1')
    expect(readdirSync(dataDir).filter((name) => name.startsWith('copy'))).toEqual([])
  }
})
