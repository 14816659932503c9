import type { Pool, PoolClient } from 'pg'
import { ofPortal } from '#server/system/programs/engine-refused.ts'
import { second } from '#shared/time.ts'
import { type AdminConnection, faceOfClient } from './admin-connection.ts'
import { inWords, isOutOfMemory } from './failures.ts'

// What a statement, and what it asks about roles, is looked up in: unless it is remembered, each look locks the catalog for itself.
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
// What it knows of other sessions is otherwise looked up once in a transaction.
const forget = 'select pg_catalog.pg_stat_clear_snapshot()'
const begin = `begin; ${lockCatalogs} limit 0; ${forget}`
const beginAgain = `savepoint run; ${forget}`

const answerMs = second

type Work<T> = (connection: AdminConnection) => Promise<T>

export type Standing = {
  /** Does `work`, which may be begun twice, and answers what it gives. @throws EngineUnavailable, EngineRefused */
  run<T>(work: Work<T>): Promise<T>
  /** Closes the pool too. */
  close(): Promise<void>
}

/**
 * Work that is done again and again, in transactions over a pool of two. It succeeds even when other sessions have taken every
 * place for a lock: each transaction stays open until the next one has come through, and what it has locked once it need not
 * lock again. What waits for one of its locks (VACUUM FULL of a catalog) waits for the next run at most.
 */
export function createStanding(pool: Pool): Standing {
  let open: PoolClient | null = null
  let isClosed = false

  /** Whether the connection is still one, and answers. */
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
      const result = await work(faceOfClient(client))
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
      return await work(faceOfClient(client))
    } finally {
      if (!(await isDone(client, 'rollback to savepoint run; release savepoint run'))) await end(client)
    }
  }
  return {
    async run(work) {
      try {
        return await runAnew(work)
      } catch (error) {
        const words = inWords(error)
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
