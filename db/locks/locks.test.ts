import { afterEach, beforeEach, expect, test } from 'bun:test'
import {
  createTestDatabase,
  createTestStore,
  dropTestDatabase,
  type TestStore,
  testDatabaseUrl,
  testEngine,
} from '#test/support/store.ts'
import { StoreUnavailable } from '../errors.ts'
import { openStore } from '../store.ts'
import { fenceStore } from './fence.ts'
import { acquireLock, assertLock, releaseLock } from './locks.ts'
import {
  hasLeases,
  holderOf,
  leaveLease,
  listLiveNodes,
  nodeNameOf,
  readLease,
  renewLease,
  takeLease,
} from './node-leases.ts'

let home: TestStore
beforeEach(async () => {
  home = await createTestStore()
})
afterEach(() => home.close())

const [a, b] = [nodeNameOf('a'), nodeNameOf('b')]

/** A node with a lease of that many ms; negative for a node that died that long ago. */
async function join(name: string, ttlMs = 60_000): Promise<string> {
  const fence = await takeLease(
    home.store,
    { name, holder: 'machine', ttlMs },
    await readLease(home.store, name),
  )
  return holderOf(name, fence ?? 0)
}

const take = (holder: string) => acquireLock(home.store, { name: 'folder:x', holder })

test('a lock belongs to one node until it is released', async () => {
  const [first, second] = [await join(a), await join(b)]
  const lock = await take(first)
  expect([lock?.fence, await take(second)]).toEqual([1, null])
  if (lock) await releaseLock(home.store, lock)
  expect(await take(second)).toMatchObject({ holder: second, fence: 2 })
})

test('exactly one of many concurrent requests gets a lock', async () => {
  const holders = await Promise.all(['c', 'd', 'e', 'f'].map((id) => join(nodeNameOf(id))))
  expect((await Promise.all(holders.map(take))).filter(Boolean)).toHaveLength(1)
})

test('the lock of a node whose lease expired is taken over, and its late writes are refused', async () => {
  const [dead, alive] = [await join(a, -1), await join(b)]
  const old = await take(dead)
  const taken = await take(alive)
  expect(taken).toMatchObject({ holder: alive, fence: 2 })
  if (!old || !taken) throw new Error('no lock')
  const late = home.store.tx((tx) => assertLock(tx, home.store, old))
  expect(await late.catch((error: unknown) => error)).toMatchObject({ reason: 'fenced' })
  await releaseLock(home.store, old)
  await home.store.tx((tx) => assertLock(tx, home.store, taken))
})

test('a restarted node is a new holder: the locks of its previous run are free immediately', async () => {
  const [former, other] = [await join(a), await join(b)]
  expect(await take(former)).not.toBeNull()
  await join(a)
  expect(await take(other)).toMatchObject({ holder: other })
})

test('a lock that could not be released can be taken again by the same holder', async () => {
  const holder = await join(a)
  await take(holder)
  expect(await take(holder)).toMatchObject({ fence: 2 })
})

test('a lease is tied to its fence, is late after it expires, and is lost once another node takes it', async () => {
  await join(a, -1)
  const mine = { name: a, fence: 1, ttlMs: 60_000 }
  expect(await renewLease(home.store, mine)).toBe('late')
  expect(await renewLease(home.store, mine)).toBe('kept')
  expect((await listLiveNodes(home.store)).map(({ name }) => name)).toEqual([a])
  await join(a)
  expect(await renewLease(home.store, mine)).toBe('lost')
  await leaveLease(home.store, { name: a, fence: 2 })
  expect(await listLiveNodes(home.store)).toEqual([])
})

test('exactly one of two nodes that see the same expired lease takes it', async () => {
  await join(a, -1)
  const seen = await readLease(home.store, a)
  const claim = { name: a, holder: 'machine', ttlMs: 1_000 }
  const taken = await Promise.all([takeLease(home.store, claim, seen), takeLease(home.store, claim, seen)])
  expect(taken.sort()).toEqual([2, null])
})

// Only nodes on PostgreSQL have leases and are fenced; `STORE=postgres` runs it.
if (testEngine === 'postgres') {
  test('once another node has taken the lease, every transaction of the old holder is refused', async () => {
    await join(a)
    fenceStore(home.store, { name: a, fence: 1 })
    const write = () => home.store.tx(async (tx) => tx.select().from(tx.t.leases))
    expect(await write()).toHaveLength(1)
    fenceStore(home.store, { name: a, fence: 7 })
    const refused = await write().catch((error: unknown) => error)
    expect(refused).toBeInstanceOf(StoreUnavailable)
    expect(refused).toMatchObject({ reason: 'fenced' })
    fenceStore(home.store, null)
    expect(await write()).toHaveLength(1)
  })

  test('before the first migration there are no leases, which is not an error', async () => {
    const name = await createTestDatabase()
    const store = await openStore({ dataDir: '', databaseUrl: testDatabaseUrl(name) })
    expect([await hasLeases(store), await hasLeases(home.store)]).toEqual([false, true])
    await store.close()
    await dropTestDatabase(name)
  })
}
