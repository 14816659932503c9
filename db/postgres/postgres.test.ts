import { describe, expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { moment, userRow } from '#test/support/rows.ts'
import { createTestStore, testEngine } from '#test/support/store.ts'
import { startTcpProxy } from '#test/support/tcp-proxy.ts'
import { until } from '#test/support/until.ts'
import { engineOf } from '../engine.ts'
import { StoreError } from '../errors.ts'
import { openStore, prepareOnce } from '../store.ts'
import type { Store } from '../types.ts'
import { readAddress } from './address.ts'

const raise = async (store: Store, names: string[], between: () => Promise<void>) =>
  store.tx(async (tx) => {
    const { leases } = tx.t
    for (const name of names) {
      const [row] = await store.lock(tx.select().from(leases).where(eq(leases.name, name)))
      await tx
        .update(leases)
        .set({ fence: (row?.fence ?? 0) + 1 })
        .where(eq(leases.name, name))
      await between()
    }
  })

const countUsers = (store: Store) => store.read.select().from(store.t.users).prepare('outage_users')

test('an unresponsive server is refused in one line, without the password', async () => {
  const databaseUrl = 'postgres://portal:geheim@127.0.0.1:1/portal'
  const error = await openStore({ dataDir: '', databaseUrl }).catch((reason: unknown) => reason)
  expect(error).toBeInstanceOf(StoreError)
  expect(String(error)).toMatch(
    /^StoreError: PostgreSQL at 127\.0\.0\.1:1\/portal \(DATABASE_URL\) cannot be used: nothing listens there;/,
  )
  expect(Bun.inspect(error)).not.toContain('geheim')
})

test.each([
  ['postgres://u:p@db.example/portal', true],
  ['postgres://u:p@db.example/portal?prepare=false', false],
  ['postgres://u:p@ep-1-pooler.example/portal', false],
  ['postgres://u:p@pgbouncer/portal', false],
  ['postgres://u:p@db.example:6432/portal', false],
  ['postgres://u:p@db.example:6543/portal', false],
])('%s: prepared statements %p', (address, prepare) => {
  expect(readAddress(address).prepare).toBe(prepare)
})

test.each([
  ['mysql://u:geheim@h/db', 'does not begin with postgres://'],
  ['u:geheim@h/db', 'does not begin with postgres://'],
  ['postgres://', 'has no host'],
  ['postgres:///db', 'has no host'],
  ['postgres://u:geheim@/db', 'has no host'],
  ['postgres://u:geheim@:5432/db', 'has no host'],
  ['postgres://u:geheim@h', 'has no database'],
  ['postgres://u:geheim@h/?pool=3', 'has no database'],
  ['postgres://u:geheim@h:none/db', 'has an invalid port'],
  ['postgres://u:geheim@h:0/db', 'has an invalid port'],
  ['postgres://u:geheim@h:65536/db', 'has an invalid port'],
  ['postgres://u:geheim@::1/db', 'has an IPv6 address without brackets'],
  ['postgres://u:ge heim@h/db', 'contains a space'],
  ['postgres://u:geheim@h/db\n', 'contains a space'],
  ['postgres://u:12#geheim@h/db', 'has a / or ? or # before its host'],
  ['postgres://u:12/geheim@h/db', 'has a / or ? or # before its host'],
  ['postgres://u:12?geheim@h/db', 'has a / or ? or # before its host'],
  ['postgres://u:geheim%@h/db', 'has a % that is not part of a code'],
  ['postgres://u:geheim@[h/db', 'is not a valid address'],
  ['postgres:///db?host=', 'has no host'],
])('%j is refused in one line that says why, without the password', (address, why) => {
  let said = ''
  try {
    readAddress(address)
  } catch (error) {
    said = String(error)
  }
  expect(said).toStartWith(`StoreError: DATABASE_URL ${why}`)
  expect(said).toEndWith('; the format is postgres://user:password@host:5432/database')
  expect(said).not.toContain('\n')
  expect(said).not.toContain('geheim')
})

test.each([
  'postgresql://u:p@h/db',
  'postgres://u:p%23%40@[::1]:5432/db?sslmode=require',
  'postgres:///db?host=%2Frun%2Fpostgresql',
  'postgres://u@localhost/db?path=%2Frun%2Fpostgresql%2F.s.PGSQL.5432',
])('%s is read', (address) => expect(readAddress(address).url.href).toBe(address))

test('sends other settings to the server, but not the portal’s own', () => {
  const { url, max } = readAddress('postgres://u:p@db.example/portal?pool=40&prepare=false&sslmode=require')
  expect([url.search, max]).toEqual(['?sslmode=require', 40])
})

// Failures that only PostgreSQL can have; `STORE=postgres` runs it.
if (testEngine === 'postgres')
  describe('on PostgreSQL', () => {
    test('transactions that deadlock are retried until both are done', async () => {
      const { store, close } = await createTestStore()
      const row = { holder: 'h', fence: 0, expiresAt: moment }
      await store.tx((tx) =>
        tx.insert(tx.t.leases).values([
          { ...row, name: 'a' },
          { ...row, name: 'b' },
        ]),
      )
      const bothHoldOne = Promise.withResolvers<void>()
      let holding = 0
      const between = async () => {
        holding += 1
        if (holding === 2) bothHoldOne.resolve()
        await bothHoldOne.promise
      }
      await Promise.all([raise(store, ['a', 'b'], between), raise(store, ['b', 'a'], between)])
      const rows = await store.read.select({ fence: store.t.leases.fence }).from(store.t.leases)
      expect(rows).toEqual([{ fence: 2 }, { fence: 2 }])
      await close()
    })

    test('the store works again after the server has cut every connection', async () => {
      const { store, close } = await createTestStore()
      await store.tx((tx) => tx.insert(tx.t.users).values(userRow('before')))
      await engineOf(store)
        .query('select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database()')
        .catch(() => [])
      const count = async (): Promise<number> => store.read.$count(store.t.users)
      const answers = await Promise.allSettled(Array.from({ length: 20 }, count))
      expect(answers).toHaveLength(20)
      // Each connection of the pool detects the break separately.
      expect(await until('an answer', () => count().catch(() => null))).toBe(1)
      await close()
    })

    test('while the server is unreachable, reads and transactions alike are refused as unavailable, and the log has one line', async () => {
      const { settings, close } = await createTestStore()
      const url = new URL(settings.databaseUrl ?? '')
      const proxy = await startTcpProxy(Number(url.port))
      url.host = `127.0.0.1:${proxy.port}`
      const changes: boolean[] = []
      const onOutage = ({ isGone }: { isGone: boolean }) => void changes.push(isGone)
      const store = await openStore({ ...settings, databaseUrl: url.href, onOutage })
      const { users } = store.t
      const readers: (() => Promise<unknown>)[] = [
        async () => store.read.select().from(users),
        async () => store.read.$count(users),
        async () => prepareOnce(store, countUsers).execute(),
        async () =>
          store.read
            .with(store.read.$with('u').as(store.read.select().from(users)))
            .select()
            .from(users),
        () => store.tx(async (tx) => tx.select().from(users)),
        () => store.tx((tx) => tx.insert(users).values(userRow('late'))),
      ]
      for (const read of readers.slice(0, 5)) await read()
      proxy.cut()
      for (const result of await Promise.allSettled(readers.map((read) => read())))
        expect(result).toMatchObject({
          status: 'rejected',
          reason: { name: 'StoreUnavailable', reason: 'connection' },
        })
      expect(changes).toEqual([true])
      proxy.mend()
      const isBack = async () =>
        changes.length === 2 ||
        (await readers[0]?.().then(
          () => false,
          () => false,
        ))
      await until('its return', isBack)
      expect(changes).toEqual([true, false])
      expect(await Promise.all(readers.slice(0, 5).map((read) => read()))).toHaveLength(5)
      await store.close()
      await proxy.close()
      await close()
    })

    test('the rows of a snapshot are still there after a pause in which the server ends other transactions', async () => {
      const { store: watcher, settings, close } = await createTestStore()
      const { query, alter } = engineOf(watcher)
      const url = new URL(settings.databaseUrl ?? '')
      const name = url.pathname.slice(1)
      await alter((run) =>
        run(`alter database ${name} set idle_in_transaction_session_timeout = 100`).then(() => []),
      )
      // Without connection settings of its own, as behind a pooler, the store uses the database's defaults.
      url.searchParams.set('prepare', 'false')
      const store = await openStore({ ...settings, databaseUrl: url.href })
      const hasPaused = async () => {
        const rows = await query(
          `select 1 from pg_stat_activity where datname = '${name}' and state like 'idle in transaction%'
            and state_change < clock_timestamp() - interval '500 milliseconds'`,
        )
        return rows.length > 0
      }
      const counts = await engineOf(store).frozen(async (read) => {
        const before = await read.$count(store.t.users)
        await watcher.tx((tx) => tx.insert(tx.t.users).values(userRow('meanwhile')))
        await until('a pause', hasPaused)
        return [before, await read.$count(store.t.users)]
      })
      expect(counts).toEqual([0, 0])
      await store.close()
      await close()
    })

    test('all queries work without prepared statements, as behind a pooler', async () => {
      const { settings, close } = await createTestStore()
      const url = new URL(settings.databaseUrl ?? '')
      url.searchParams.set('prepare', 'false')
      const store = await openStore({ ...settings, databaseUrl: url.href })
      await store.tx((tx) => tx.insert(tx.t.users).values(userRow('pooled')))
      const names = await Promise.all(
        Array.from({ length: 50 }, async () => (await store.read.select().from(store.t.users))[0]?.emailKey),
      )
      expect(new Set(names)).toEqual(new Set(['pooled@example.com']))
      await store.close()
      await close()
    })
  })
