import type { Pool, PoolClient } from 'pg'
import { ofPortal } from '#server/system/programs/engine-refused.ts'
import { second } from '#shared/time.ts'
import { type AdminConnection, wrapClient } from './admin-connection.ts'
import { isOutOfMemory, toEngineError } from './failures.ts'

// Catalogs used to resolve statements and roles: unless cached, each lookup takes a lock on the catalog.
const catalogs = [
  ...[
    'pg_roles',
    'pg_auth_members',
    'pg_database',
    'pg_tablespace',
    'pg_shdescription',
    'pg_db_role_setting',
  ],
  ...[
    'pg_class',
    'pg_attribute',
    'pg_attrdef',
    'pg_constraint',
    'pg_index',
    'pg_rewrite',
    'pg_namespace',
    'pg_type',
  ],
  ...[
    'pg_proc',
    'pg_aggregate',
    'pg_cast',
    'pg_operator',
    'pg_opclass',
    'pg_opfamily',
    'pg_am',
    'pg_amop',
    'pg_amproc',
  ],
  ...['pg_collation', 'pg_stats', 'pg_statistic_ext'],
]
const lockCatalogs = catalogs.map((name) => `select from pg_catalog.${name}`).join(' union all ')
// Statistics of other sessions are otherwise cached within a transaction.
const forget = 'select pg_catalog.pg_stat_clear_snapshot()'
const begin = `begin; ${lockCatalogs} limit 0; ${forget}`
const beginAgain = `savepoint run; ${forget}`

const answerMs = second

type Work<T> = (connection: AdminConnection) => Promise<T>

export type Standing = {
  /** Runs `work`, possibly twice, and returns its result. @throws EngineUnavailable, EngineRefused */
  run<T>(work: Work<T>): Promise<T>
  /** Closes the pool too. */
  close(): Promise<void>
}

/**
 * Runs repeated work in transactions over a pool of two, even when other sessions have exhausted the lock table: each transaction
 * stays open until the next one has succeeded, so that its locks need not be acquired again. A waiter for one of them (VACUUM
 * FULL of a catalog) waits for the next run at most.
 */
export function createStanding(pool: Pool): Standing {
  let open: PoolClient | null = null
  let isClosed = false

  /** Whether the statement succeeds in time, so the connection is still usable. */
  const isDone = (client: PoolClient, statement: string) => {
    const done = client.query(statement).then(
      () => true,
      () => false,
    )
    return Promise.race([done, Bun.sleep(answerMs).then(() => false)])
  }
  const end = async (client: PoolClient) => {
    if (client === open) open = null
    client.release(!(await isDone(client, 'rollback')))
  }
  const runAnew = async <T>(work: Work<T>): Promise<T> => {
    const client = await pool.connect()
    try {
      await client.query(begin)
      const result = await work(wrapClient(client))
      if (open) await end(open)
      if (isClosed) await end(client)
      else open = client
      return result
    } catch (error) {
      await end(client)
      throw error
    }
  }
  const runAgain = async <T>(client: PoolClient, work: Work<T>): Promise<T> => {
    try {
      await client.query(beginAgain)
      return await work(wrapClient(client))
    } finally {
      if (!(await isDone(client, 'rollback to savepoint run; release savepoint run'))) await end(client)
    }
  }
  return {
    async run(work) {
      try {
        return await runAnew(work)
      } catch (error) {
        const words = toEngineError(error)
        if (open && isOutOfMemory(words)) return await runAgain(open, work)
        if (open) await end(open)
        throw ofPortal(words)
      }
    },
    async close() {
      isClosed = true
      if (open) await end(open)
      await pool.end()
    },
  }
}
