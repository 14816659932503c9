import { SQL } from 'bun'
import { drizzle } from 'drizzle-orm/bun-sql'
import { closeUnless, rememberEngine, toLogger } from '../engine.ts'
import { StoreError, StoreUnavailable } from '../errors.ts'
import { assertOutside, type Token, withinLimit } from '../guard.ts'
import { pgKit } from '../kit.ts'
import { assertFence } from '../locks/fence.ts'
import { longReadLimits, unwrapRefusal } from '../long-reads.ts'
import { assertNotNewer } from '../migrations/migrate.ts'
import { guardOutage, type OutageGuard } from '../outage.ts'
import { firstTablePostgres, refuseForeign } from '../rows/foreign.ts'
import { makeSchema } from '../schema/schema.ts'
import { makeTx } from '../tx.ts'
import type { Db, Row, Store, StoreSettings, Tx } from '../types.ts'
import { type Address, readAddress } from './address.ts'
import { findUnreadable } from './damage.ts'
import { isCollision, sqlState, translate } from './errors.ts'
import { describePostgresFailure } from './failure.ts'
import { openLongPool } from './long-reads.ts'
import { findStranger } from './probe.ts'

// Older versions answered one query with the rows of another (oven-sh/bun #33665).
const oldestBun = '1.4.5'
const maxTries = 12
// Shorter than the limit of a body: a wait for a lock ends before its transaction is aborted.
const lockLimitMs = 9_000
// The transaction of a suspended node ends: it can no longer commit after other clients saw that it had not.
const idleLimitMs = 5_000

/** Between 0 and 1, so that two colliding transactions do not collide again. */
const jitter = (): number => (crypto.getRandomValues(new Uint8Array(1))[0] ?? 0) / 255

/** Opens PostgreSQL. `?prepare=false` and `?pool=16` in the address are the portal's own. */
export async function openPostgres(settings: StoreSettings & { databaseUrl: string }): Promise<Store> {
  if (!Bun.semver.satisfies(Bun.version, `>=${oldestBun}`)) {
    throw new StoreError(`PostgreSQL needs Bun ${oldestBun} or newer, this is ${Bun.version}`)
  }
  const address = readAddress(settings.databaseUrl, settings.addressIn)
  const client = await dial(address)
  const db = drizzle({ client, casing: 'snake_case', logger: toLogger(settings.onStatement) })
  const guard = guardOutage(settings.onOutage ?? (() => {}))
  guardReads(db, guard)
  const t = makeSchema(pgKit)
  // A body also waits for row locks here, and a slow one delays only users of the same rows.
  const limitMs = settings.bodyLimitMs ?? 10_000
  const attempt = async <T>(work: (tx: Tx) => Promise<T>, token: Token) => {
    const after: (() => void)[] = []
    const done = await db.transaction((inner) =>
      withinLimit(token, limitMs, async () => {
        const tx = makeTx(inner as unknown as Db, t, { token, after })
        await assertFence(tx, store)
        return work(tx)
      }),
    )
    return { done, after }
  }
  const slow = openLongPool(settings.databaseUrl, settings.longReads ?? longReadLimits)
  const store: Store = {
    t,
    get read() {
      assertOutside(store)
      return db as unknown as Db
    },
    readLong(query) {
      assertOutside(store)
      return unwrapRefusal(() => query(slow.read)).catch((error) => {
        throw error instanceof StoreUnavailable ? error : translate(error)
      })
    },
    async tx(work) {
      assertOutside(store)
      const { done, after } = await guard(() =>
        repeatCollided(() => attempt(work, { owner: store, open: true })),
      )
      for (const run of after) run()
      return done
    },
    lock: (query, options = {}) =>
      (query as { for(strength: 'update', config: { skipLocked?: boolean }): typeof query }).for(
        'update',
        options,
      ),
    version: () => null,
    async close() {
      await Promise.all([client.close({ timeout: 5 }), slow.close()])
    },
  }
  rememberEngine(store, {
    dialect: 'postgres',
    query: (sql, parameters = []) =>
      guard(() => inOurWords(async () => [...((await client.unsafe(sql, parameters)) as Row[])])),
    // The server checks its own reads; a sample would only show problems that the first requests show too.
    checkSample: async () => {},
    frozen: (work) =>
      db.transaction(
        async (inner) => {
          // Between two reads the caller writes the rows to a file for as long as it takes; this transaction blocks no other.
          await inner.execute('set local idle_in_transaction_session_timeout = 0')
          return work(inner as unknown as Db)
        },
        { isolationLevel: 'repeatable read', accessMode: 'read only' },
      ),
    findDamage: () => findUnreadable(client),
    alter: (work) =>
      withRights(address, () =>
        client.begin((tx) =>
          work(async (sql, parameters = []) => [...((await tx.unsafe(sql, parameters)) as Row[])]),
        ),
      ),
  })
  const check = async () => {
    await assertOurs(client, address)
    await assertNotNewer(store)
  }
  return closeUnless(store, withRights(address, check))
}

/** @throws StoreError when the database has tables of another program; the server's reason when an empty one cannot be used */
async function assertOurs(client: SQL, { place, setting }: Address): Promise<void> {
  const tables: Row[] = await client.unsafe(firstTablePostgres)
  refuseForeign(tables, {
    place: `the database at ${place}`,
    remedy: `give the portal a database of its own in ${setting}`,
  })
  if (tables.length > 0) return
  // Both statements are one transaction: no other session sees the table.
  const trial = `portal_${crypto.randomUUID().replaceAll('-', '')}`
  await client.unsafe(`create table ${trial} (); drop table ${trial}`)
}

/** Runs a transaction, repeated until it collides with no other. @throws the store's error for a failure */
async function repeatCollided<T>(attempt: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await attempt()
    } catch (error) {
      if (tries >= maxTries || !isCollision(error)) throw translate(error)
      await Bun.sleep(jitter() * 5 * 2 ** Math.min(tries, 6))
    }
  }
}

/** @throws the store's error for a failure */
async function inOurWords<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    throw translate(error)
  }
}

type Prepared = { execute(values?: Record<string, unknown>): Promise<unknown> }
type Session = { prepareQuery(...query: unknown[]): Prepared }

/**
 * Every query outside a transaction fails with the store's errors. All of them, including prepared ones, are created here
 * by drizzle's session; transactions have sessions of their own.
 */
function guardReads(db: object, guard: OutageGuard): void {
  const { session } = db as { session: Session }
  const prepare = session.prepareQuery.bind(session)
  session.prepareQuery = (...query) => {
    const prepared = prepare(...query)
    const execute = prepared.execute.bind(prepared)
    prepared.execute = (values) => guard(() => inOurWords(() => execute(values)))
    return prepared
  }
}

const refusal = ({ place, setting }: Address, why: string): StoreError =>
  new StoreError(`PostgreSQL at ${place} (${setting}) cannot be used: ${why}`)

// A missing right, no schema to work in, and a read-only server.
const standing = new Set(['42501', '3F000', '25006'])

/** @throws StoreError when the server does not permit this user's statement, else the error of `work` */
async function withRights<T>(address: Address, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    throw standing.has(sqlState(error)) ? refusal(address, describePostgresFailure(error, address)) : error
  }
}

/** The problem of the server at the client's address, or null; a local socket is not probed. */
async function findStrangerAt(client: SQL): Promise<string | null> {
  const { hostname, port, path } = client.options as { hostname: string; port: number; path?: string }
  return path ? null : findStranger(hostname.replace(/^\[|\]$/g, ''), Number(port))
}

/** The server's objection to this user and database, in words, or null. */
const findRefusal = (client: SQL, address: Address): Promise<string | null> =>
  client.unsafe('select 1').then(
    () => null,
    (error: unknown) => describePostgresFailure(error, address),
  )

async function dial(address: Address): Promise<SQL> {
  const client = makeClient(address)
  const why = (await findStrangerAt(client)) ?? (await findRefusal(client, address))
  if (why === null) return client
  await client.close({ timeout: 0 })
  throw refusal(address, why)
}

function makeClient(address: Address): SQL {
  const { url, max, prepare } = address
  // A pooler refuses unknown settings.
  const connection = prepare
    ? {
        application_name: 'portal',
        lock_timeout: lockLimitMs,
        idle_in_transaction_session_timeout: idleLimitMs,
      }
    : {}
  try {
    return new SQL(url.href, { max, prepare, connectionTimeout: 10, connection })
  } catch (error) {
    throw refusal(address, describePostgresFailure(error, address))
  }
}
