import { Database } from 'bun:sqlite'
import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { join } from 'node:path'
import { eq, sql } from 'drizzle-orm'
import { makeTestFolder } from '#test/support/folders.ts'
import { userRow } from '#test/support/rows.ts'
import { migrate } from '../migrations/migrate.ts'
import { openStore, prepareOnce, readUnchanged } from '../store.ts'
import type { Store } from '../types.ts'

let store: Store
let statements: string[]
/** A connection of another process. */
let other: Database
beforeEach(async () => {
  const dataDir = makeTestFolder()
  statements = []
  store = await openStore({ dataDir, onStatement: (text) => statements.push(text) })
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

test('a finished turn does not prevent the log from being emptied', async () => {
  mark()
  expect(await marks()).toBe(1)
  mark()
  const emptied = () => other.query<{ busy: number }, []>('PRAGMA wal_checkpoint(TRUNCATE)').get()?.busy
  expect(emptied()).toBe(1)
  await nextTurn()
  expect(emptied()).toBe(0)
})

describe('rows cached until the next write', () => {
  const usersOf = ({ read, t: { users } }: Store) =>
    read
      .select({ user: { id: users.id, email: users.email }, name: users.firstName })
      .from(users)
      .where(eq(users.emailKey, sql.placeholder('email')))
      .prepare('users_of')
  const find = (name: string) => readUnchanged(store, usersOf, { email: `${name}@example.com` })
  const countReads = () => statements.filter((text) => text.includes('"email_key" = ')).length
  const add = (name: string) => store.tx((tx) => tx.insert(tx.t.users).values(userRow(name)))

  test('the same parameters get the same rows without a read, in later turns too', async () => {
    await add('one')
    const rows = await find('one')
    expect(rows).toMatchObject([{ user: { email: 'one@Example.com' }, name: null }])
    await nextTurn()
    expect(await find('one')).toBe(rows)
    expect(await find('two')).toEqual([])
    expect(await find('two')).toEqual([])
    expect(countReads()).toBe(2)
  })

  test('detect commits of this process and of another', async () => {
    expect(await find('one')).toEqual([])
    await add('one')
    expect(await find('one')).toHaveLength(1)
    other.run("update users set first_name = 'Asha'")
    await nextTurn()
    expect(await find('one')).toMatchObject([{ name: 'Asha' }])
    other.run('delete from users')
    await nextTurn()
    expect(await find('one')).toEqual([])
  })

  test('survive a transaction that is rolled back', async () => {
    await add('one')
    const undone = store.tx(async (tx) => {
      await tx.update(tx.t.users).set({ firstName: 'Asha' })
      throw new Error('undone')
    })
    await expect(undone).rejects.toThrow('undone')
    expect(await find('one')).toMatchObject([{ name: null }])
  })

  test('are frozen for all callers', async () => {
    await add('one')
    const [row] = await find('one')
    expect(() => Object.assign(row ?? {}, { name: 'Asha' })).toThrow(TypeError)
    expect(() => Object.assign(row?.user ?? {}, { email: '' })).toThrow(TypeError)
  })

  test('stay within their limit', async () => {
    for (let at = 0; at < 5_100; at += 1) await find(`nobody${at}`)
    const before = countReads()
    await find('nobody5099')
    await find('nobody0')
    expect(countReads()).toBe(before + 1)
  })
})
