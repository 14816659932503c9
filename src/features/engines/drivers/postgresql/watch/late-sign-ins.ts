import { PasswordRefused } from '#server/system/programs/engine-refused.ts'
import { second } from '#shared/time.ts'
import type { Credentials } from '../../../contract/database-engine.ts'
import { type Admin, newClient, type Target } from '../admin.ts'
import { endClient } from '../end-client.ts'
import { toEngineError } from '../failures.ts'
import { changeRole } from '../rights.ts'
import { closeFor, readMark } from './closures.ts'

/** Interval of checks for a reset password. */
const tryMs = second
/** Allows for differences between the clocks of portal and server. */
const graceMs = 5 * second

const findLimits = `select pg_catalog.clock_timestamp()::text as before,
  extract(epoch from pg_catalog.current_setting('authentication_timeout')::interval) as seconds`

const endLate = `select pg_catalog.pg_terminate_backend(a.pid)
  from pg_catalog.pg_stat_activity a
  join rows from (pg_catalog.unnest($1::text[]), pg_catalog.unnest($2::timestamptz[])) as w (name, before)
    on a.usename = w.name and a.backend_start < w.before`

/** `mark` is the comment on the role since the password was set (`closures.ts`). */
type WatchedUser = {
  credentials: Credentials
  password: string
  mark: string
  before: string
  /** Longest duration of a sign-in. */
  signInMs: number
  until: number
  triedAt: number
}

export type LateSignIns = {
  /** Enforces the password while sign-ins with a previous one may still complete; their sessions end at the next `look`. */
  keepOut(credentials: Credentials): Promise<void>
  look(): Promise<void>
}

/**
 * Ends sessions that signed in with a previous password: PostgreSQL compares against the password at the start of the sign-in and
 * gives clients a minute (`authentication_timeout`). Such a session may reset the password and admit more: then sign-in is
 * closed for the longest duration of a sign-in.
 */
export function createLateSignIns(admin: Admin, target: Target, pauseMs = tryMs): LateSignIns {
  const watched = new Map<string, WatchedUser>()

  const isRefused = async (credentials: Credentials): Promise<boolean> => {
    const client = newClient({ ...target, ...credentials }, { connectionTimeoutMillis: tryMs })
    try {
      await client.connect()
      return false
    } catch (error) {
      return toEngineError(error) instanceof PasswordRefused
    } finally {
      await endClient(client)
    }
  }
  const confirm = async (each: WatchedUser) => {
    const now = performance.now()
    const isOver = each.until < now
    if (!isOver && now - each.triedAt < pauseMs) return
    each.triedAt = now
    const { user } = each.credentials
    const isReplaced = await isRefused(each.credentials)
    // Pending sign-ins, including newer ones, are then refused when they complete.
    if (isReplaced && (await readMark(admin.ending, user)) === each.mark)
      await closeFor(admin, user, { ms: each.signInMs, ...each })
    if ((isReplaced || isOver) && watched.get(user) === each) watched.delete(user)
  }
  return {
    async keepOut(credentials) {
      const { user, password } = credentials
      const mark = crypto.randomUUID()
      const marked = 'alter role %1$I password %2$L; comment on role %1$I is %3$L'
      await changeRole(admin, user, marked, password, mark)
      const [row] = await admin.ending.ask<{ before: string; seconds: string }>(findLimits)
      const now = performance.now()
      const signInMs = Number(row?.seconds ?? 60) * second + graceMs
      const before = row?.before ?? ''
      watched.set(user, {
        credentials,
        password,
        mark,
        before,
        signInMs,
        until: now + signInMs,
        triedAt: now,
      })
    },
    async look() {
      if (watched.size === 0) return
      const all = [...watched.values()]
      await admin.ending.ask(endLate, [
        all.map((each) => each.credentials.user),
        all.map(({ before }) => before),
      ])
      await Promise.all(all.map(confirm))
    },
  }
}
