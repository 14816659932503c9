import { PasswordRefused } from '#server/system/programs/engine-refused.ts'
import { second } from '#shared/time.ts'
import type { Credentials } from '../../../contract/database-engine.ts'
import { type Admin, newClient, type Target } from '../admin.ts'
import { endClient } from '../end-client.ts'
import { inWords } from '../failures.ts'
import { changeRole } from '../rights.ts'
import { closeFor, readMark } from './closures.ts'

/** A former password that was set again is found within this time. */
const tryMs = second
/** The clock of the portal and the server's are not the same. */
const graceMs = 5 * second

const findLimits = `select pg_catalog.clock_timestamp()::text as before,
  extract(epoch from pg_catalog.current_setting('authentication_timeout')::interval) as seconds`

const endLate = `select pg_catalog.pg_terminate_backend(a.pid)
  from pg_catalog.pg_stat_activity a
  join rows from (pg_catalog.unnest($1::text[]), pg_catalog.unnest($2::timestamptz[])) as w (name, before)
    on a.usename = w.name and a.backend_start < w.before`

/** `mark` is the comment on the role since the password was set (`closures.ts`). */
type Watched = {
  credentials: Credentials
  password: string
  mark: string
  before: string
  /** How long a sign-in may last. */
  signInMs: number
  until: number
  triedAt: number
}

export type LateSignIns = {
  /**
   * The password is the one for as long as a sign-in may last that began with another, whoever is let in by that; such sessions
   * end with the next `look`.
   */
  keepOut(credentials: Credentials): Promise<void>
  look(): Promise<void>
}

/**
 * Ends sessions that are let in with a former password: PostgreSQL compares with the password that a user had when the sign-in
 * began, and gives a client a minute to answer (`authentication_timeout`). Such a session may set the former password again, and
 * let in many more: then nobody is let in for as long as a sign-in may last.
 */
export function createLateSignIns(admin: Admin, target: Target, pauseMs = tryMs): LateSignIns {
  const watched = new Map<string, Watched>()

  const isRefused = async (credentials: Credentials): Promise<boolean> => {
    const client = newClient({ ...target, ...credentials }, { connectionTimeoutMillis: tryMs })
    try {
      await client.connect()
      return false
    } catch (error) {
      return inWords(error) instanceof PasswordRefused
    } finally {
      await endClient(client)
    }
  }
  const confirm = async (each: Watched) => {
    const now = performance.now()
    const isOver = each.until < now
    if (!isOver && now - each.triedAt < pauseMs) return
    each.triedAt = now
    const { user } = each.credentials
    const isReplaced = await isRefused(each.credentials)
    // Sign-ins that are on their way, also those that began since, are refused at their end.
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
