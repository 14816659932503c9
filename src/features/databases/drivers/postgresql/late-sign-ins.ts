import type { QueryResultRow } from 'pg'
import { second } from '#shared/time.ts'

const lookMs = second
/** The clock of the portal and the server's are not the same. */
const graceMs = 5 * second

const findLimits = `select pg_catalog.clock_timestamp()::text as before,
  extract(epoch from pg_catalog.current_setting('authentication_timeout')::interval) as seconds`

const endLate = `select pg_catalog.pg_terminate_backend(a.pid)
  from pg_catalog.pg_stat_activity a
  join rows from (pg_catalog.unnest($1::text[]), pg_catalog.unnest($2::timestamptz[])) as w (name, before)
    on a.usename = w.name and a.backend_start < w.before`

type Watched = { before: string; until: number }

type Connection = {
  ask<Row extends QueryResultRow>(sql: string, values?: unknown[]): Promise<Row[]>
}

export type LateSignIns = {
  /** Sessions of the user whose connections were made before now end within a second, whenever they are let in. */
  end(user: string): Promise<void>
  stop(): void
}

/**
 * Ends sessions that are let in with a former password: PostgreSQL compares with the password that a user had when the sign-in
 * began, and gives a client a minute to answer (`authentication_timeout`).
 */
export function createLateSignIns({ ask }: Connection): LateSignIns {
  const watched = new Map<string, Watched>()
  let timer: Timer | undefined

  const stop = () => {
    watched.clear()
    clearInterval(timer)
    timer = undefined
  }
  const look = async () => {
    for (const [user, { until }] of watched) if (until < performance.now()) watched.delete(user)
    if (watched.size === 0) return stop()
    await ask(endLate, [[...watched.keys()], [...watched.values()].map(({ before }) => before)])
  }
  return {
    async end(user) {
      const [row] = await ask<{ before: string; seconds: string }>(findLimits)
      const until = performance.now() + Number(row?.seconds ?? 60) * second + graceMs
      watched.set(user, { before: row?.before ?? '', until })
      // A server that is away has no sessions.
      timer ??= setInterval(() => void look().catch(() => {}), lookMs)
      timer.unref()
    },
    stop,
  }
}
