import { Database } from 'bun:sqlite'
import { beforeEach, expect, test } from 'bun:test'
import { closeSync, openSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { makeTestFolder } from '#test/support/folders.ts'
import { userRow } from '#test/support/rows.ts'
import { engineOf } from '../engine.ts'
import { migrate } from '../migrations/migrate.ts'
import { openStore } from '../store.ts'
import type { Store } from '../types.ts'
import { findDamage } from './damage.ts'

let dataDir: string
let file: string
beforeEach(async () => {
  dataDir = makeTestFolder()
  file = join(dataDir, 'portal.db')
})

/** A store with users, some with a name that needs overflow pages. */
async function makeStore(): Promise<Store> {
  const store = await openStore({ dataDir })
  await migrate(store)
  const users = Array.from({ length: 300 }, (_, index) => ({
    ...userRow(`u${index}`),
    ...(index % 100 === 0 ? { address: 'a street with a long name '.repeat(1_000) } : {}),
  }))
  await store.tx((tx) => tx.insert(tx.t.users).values(users))
  return store
}

const damageOf = async (store: Store) => engineOf(store).findDamage()

/** The number of a page of `users`: a tree page, or an overflow page of a long value. */
function pageOf(kind: 'leaf' | 'overflow'): number {
  const connection = new Database(file, { readonly: true })
  const row = connection
    .query<{ pageno: number }, [string]>(
      "select pageno from dbstat where name = 'users' and pagetype = ? order by pageno desc",
    )
    .get(kind)
  connection.close()
  if (!row) throw new Error(`no ${kind} page`)
  return row.pageno
}

function zero(page: number): void {
  const handle = openSync(file, 'r+')
  writeSync(handle, Buffer.alloc(4_096), 0, 4_096, (page - 1) * 4_096)
  closeSync(handle)
}

test('an intact database shows no damage, even while its newest pages are only in the log', async () => {
  const store = await makeStore()
  expect(await damageOf(store)).toEqual([])
  await store.tx((tx) => tx.delete(tx.t.users))
  expect(await damageOf(store)).toEqual([])
  await store.close()
})

test.each(['leaf', 'overflow'] as const)('a page replaced by zeros (%s) is detected', async (kind) => {
  await (await makeStore()).close()
  const page = pageOf(kind)
  zero(page)
  const connection = new Database(file)
  expect((await findDamage(connection, file)).join('\n')).toContain(`page ${page}`)
  connection.close()
})

test('a row without its parent is refused by the next start when it is among the newest', async () => {
  await (await makeStore()).close()
  const connection = new Database(file)
  connection.run('PRAGMA foreign_keys = OFF')
  connection.run(
    `insert into sessions (sid, user_id, expire, sess, created_at) values ('s', 'nobody', 0, '{}', 0)`,
  )
  connection.close()
  const store = await openStore({ dataDir })
  await expect(migrate(store)).rejects.toThrow('rows of sessions have lost their parent')
  expect(await damageOf(store)).toEqual(['row 1 of sessions has no users'])
  await store.close()
})

test('a start with nothing to migrate writes nothing', async () => {
  const store = await makeStore()
  const connection = new Database(file)
  const version = () => connection.query('PRAGMA data_version').get()
  const before = version()
  expect(await migrate(store)).toEqual({ applied: 0 })
  expect(version()).toEqual(before)
  connection.close()
  await store.close()
})
