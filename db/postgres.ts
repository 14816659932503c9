import { SQL } from 'bun'
import { DrizzleQueryError } from 'drizzle-orm'
import { drizzle } from 'drizzle-orm/bun-sql'
import { closeUnless, type Row, rememberEngine } from './engine.ts'
import { Duplicate, QueryFailed, StoreError, StoreUnavailable } from './errors.ts'
import { assertOutside, type Token, withinLimit } from './guard.ts'
import { pgKit } from './kit.ts'
import { assertNotNewer } from './migrate.ts'
import { readAddress } from './postgres-address.ts'
import { makeSchema } from './schema.ts'
import type { Db, Store, StoreSettings } from './store.ts'
import { makeTx } from './tx.ts'

// Older ones answered one query with the rows of another (oven-sh/bun #33665).
const oldestBun = '1.4.5'
const maxTries = 12
// Below a body's limit: a wait for a lock ends before the transaction it belongs to is given up.
const lockLimitMs = 9_000
const retryable = new Set(['40001', '40P01'])

/** Between 0 and 1, so that two that collided do not collide again. */
const jitter = (): number => (crypto.getRandomValues(new Uint8Array(1))[0] ?? 0) / 255

/** Opens PostgreSQL. `?prepare=false` and `?pool=16` of the address are the portal's own. */
export async function openPostgres(settings: StoreSettings & { databaseUrl: string }): Promise<Store> {
  if (!Bun.semver.satisfies(Bun.version, `>=${oldestBun}`)) {
    throw new StoreError(`PostgreSQL needs Bun ${oldestBun} or newer, this is ${Bun.version}`)
  }
  const client = await dial(settings.databaseUrl)
  const db = drizzle({ client, casing: 'snake_case' })
  const t = makeSchema(pgKit)
  // A body also waits for row locks here, and a slow one delays nobody but its own rows.
  const limitMs = settings.bodyLimitMs ?? 10_000
  const attempt = <T>(work: (tx: ReturnType<typeof makeTx>) => Promise<T>, token: Token) =>
    db.transaction((inner) =>
      withinLimit(token, limitMs, () => work(makeTx(inner as unknown as Db, t, token))),
    )
  const store: Store = {
    t,
    get read() {
      assertOutside(store)
      return db as unknown as Db
    },
    async tx(work) {
      assertOutside(store)
      for (let tries = 1; ; tries += 1) {
        try {
          return await attempt(work, { owner: store, open: true })
        } catch (error) {
          if (tries >= maxTries || !retryable.has(sqlState(error))) throw translate(error)
          await Bun.sleep(jitter() * 5 * 2 ** Math.min(tries, 6))
        }
      }
    },
    lock: (query, options = {}) =>
      (query as { for(strength: 'update', config: { skipLocked?: boolean }): typeof query }).for(
        'update',
        options,
      ),
    close: () => client.close({ timeout: 5 }),
  }
  rememberEngine(store, {
    dialect: 'postgres',
    query: async (sql, parameters = []) => [...((await client.unsafe(sql, parameters)) as Row[])],
    alter: (work) =>
      client.begin((tx) =>
        work(async (sql, parameters = []) => [...((await tx.unsafe(sql, parameters)) as Row[])]),
      ),
  })
  return closeUnless(store, assertNotNewer(store))
}

async function dial(address: string): Promise<SQL> {
  const { url, max, prepare } = readAddress(address)
  // A pooler refuses settings it does not know.
  const connection = prepare ? { application_name: 'portal', lock_timeout: lockLimitMs } : {}
  const client = new SQL(url.href, { max, prepare, connectionTimeout: 10, connection })
  try {
    await client.unsafe('select 1')
    return client
  } catch (error) {
    await client.close({ timeout: 0 })
    const reason = sqlState(error) || 'no answer'
    throw new StoreError(`PostgreSQL at ${url.host}${url.pathname} cannot be used (${reason})`)
  }
}

type ServerError = { errno?: unknown; code?: unknown; constraint?: unknown }

const serverError = (error: unknown): ServerError =>
  (error instanceof DrizzleQueryError ? error.cause : error) as ServerError

function sqlState(error: unknown): string {
  const { errno, code } = serverError(error) ?? {}
  return String(errno ?? code ?? '')
}

function translate(error: unknown): unknown {
  const state = sqlState(error)
  if (state === '23505') return new Duplicate(String(serverError(error).constraint))
  if (state === '53100') return new StoreUnavailable('full')
  if (retryable.has(state) || state === '55P03' || state.startsWith('53')) return new StoreUnavailable('busy')
  if (state.startsWith('ERR_POSTGRES_CONNECTION') || state.startsWith('57P') || state.startsWith('08')) {
    return new StoreUnavailable('connection')
  }
  // Its message carries the parameters: e-mail addresses and hashes.
  return error instanceof DrizzleQueryError ? new QueryFailed(state, error.query) : error
}
