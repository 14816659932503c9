import { Database } from 'bun:sqlite'
import { afterEach, beforeEach, expect, test } from 'bun:test'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { makeTestFolder } from '#test/support/folders.ts'
import { userRow } from '#test/support/rows.ts'
import { migrate } from '../migrations/migrate.ts'
import { openStore, prepareOnce } from '../store.ts'
import type { Store } from '../types.ts'

let store: Store
/** A connection as another process has one. */
let other: Database
beforeEach(async () => {
  const dataDir = makeTestFolder()
  store = await openStore({ dataDir })
  await migrate(store)
  other = new Database(join(dataDir, 'portal.db'))
  other.run('create table marks (id integer primary key)')
  await nextTurn()
})
afterEach(async () => {
  other.close()
  await store.close()
})

const nextTurn = () => new Promise((resolve) => setImmediate(resolve))
const countMarks = ({ read }: Store) =>
  read.select({ count: sql<number>`count(*)` }).from(sql`marks`).prepare('count_marks')
const marks = async () => (await prepareOnce(store, countMarks).execute())[0]?.count
const mark = () => other.run('insert into marks default values')

test('reads within one turn see one state of the file, and the next turn sees what was committed meanwhile', async () => {
  expect(await marks()).toBe(0)
  mark()
  expect(await marks()).toBe(0)
  await nextTurn()
  expect(await marks()).toBe(1)
})

test('a commit of this process is visible to every later read', async () => {
  const users = () => store.read.$count(store.t.users)
  expect(await users()).toBe(0)
  await store.tx((tx) => tx.insert(tx.t.users).values(userRow('own')))
  expect(await users()).toBe(1)
})

test('a failed read does not affect later ones', async () => {
  mark()
  await expect((async () => store.read.select({ id: sql`id` }).from(sql`missing`))()).rejects.toThrow(
    'no such table',
  )
  expect(await marks()).toBe(1)
  await nextTurn()
  mark()
  expect(await marks()).toBe(2)
})

test('a finished turn does not keep the log from being emptied', async () => {
  mark()
  expect(await marks()).toBe(1)
  mark()
  const emptied = () => other.query<{ busy: number }, []>('PRAGMA wal_checkpoint(TRUNCATE)').get()?.busy
  expect(emptied()).toBe(1)
  await nextTurn()
  expect(emptied()).toBe(0)
})
