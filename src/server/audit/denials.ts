import { appendAudit } from '#db/audit/audit.ts'
import type { Store } from '#db/types.ts'
import { limiterKey } from '#shared/address.ts'
import { type ErrorCode, errorTable } from '#shared/errors.ts'
import { hour, minute } from '#shared/time.ts'
import type { Logger } from '../log.ts'

/** Refusals of callers who try to reach what is not theirs; all others are ordinary. */
const denials = new Set<ErrorCode>([
  'UNAUTHORIZED',
  'TOTP_REQUIRED',
  'FORBIDDEN',
  'SCOPE_REQUIRED',
  'NOT_A_MEMBER',
  'CROSS_SITE',
  'TOO_MANY_REQUESTS',
])

/** Whether a refusal counts as a denial (ASVS 5.0 16.3.2). */
export const isDenial = (code: ErrorCode): boolean => denials.has(code)

export type Denial = {
  code: ErrorCode
  /** The declared method and path, or the name of a procedure. */
  route: string
  user: { id: string; email: string } | null
  address: string
  requestId: string
}

/** The denials of one account and address at one route within an hour; `written` of them are already in the log. */
type Sum = Omit<Denial, 'address'> & {
  address: string | null
  count: number
  written: number
  from: Date
  to: Date
}

/** The most separate totals at a time; the excess is added up by code alone. */
const maxSums = 500
/** The most entries that one process writes in an hour, plus a few for the excess. */
export const maxEntriesPerHour = 200
/** This many within a minute are logged, and again at each tenfold increase. */
export const burst = 100

export interface Denials {
  count(denial: Denial): void
  /**
   * Writes the totals to the audit log: a new one immediately, its remainder when its hour is over, all of them with `isLast`.
   * Entries per hour are limited: the largest totals get their own, the others are added up.
   */
  flush(store: Store, options?: { isLast?: boolean }): Promise<void>
}

const others = (sum: Sum): Sum => ({ ...sum, route: 'others', user: null, address: null })
const keyOf = ({ code, route, user, address }: Sum) => `${code} ${user?.id ?? ''} ${address ?? ''} ${route}`

type Due = { key: string; sum: Sum; count: number }

const toEntry = ({ sum, count }: Due, now: Date) => ({
  at: now,
  actorId: sum.user?.id ?? null,
  actorEmail: sum.user?.email ?? 'visitor',
  action: 'access.denied',
  targetType: 'route',
  targetId: sum.route,
  userId: sum.user?.id ?? null,
  note: `${count} × ${errorTable[sum.code].status} ${sum.code}`,
  details: { code: sum.code, count, from: sum.from.toISOString(), to: sum.to.toISOString() },
  address: sum.address,
  requestId: sum.requestId,
})

/** The largest totals unchanged, the others added up by code. */
function fold(due: Due[], room: number): Due[] {
  const sorted = due.toSorted((a, b) => b.count - a.count)
  const sums = new Map<string, Due>()
  for (const { key, sum, count } of sorted.slice(room)) {
    const folded = others(sum)
    const name = keyOf(folded)
    const known = sums.get(name)
    sums.set(name, { key, sum: folded, count: count + (known?.count ?? 0) })
  }
  return [...sorted.slice(0, room), ...sums.values()]
}

/** Counts within a minute and logs at `burst`, at ten times that, and so on. */
function createAlarm(log: Pick<Logger, 'warn'>, now: () => Date) {
  let from = 0
  let count = 0
  let next = burst
  return ({ code, route }: Denial) => {
    const at = now().getTime()
    if (at - from >= minute) [from, count, next] = [at, 0, burst]
    count += 1
    if (count < next) return
    next *= 10
    log.warn('many requests denied', { count, withinMs: at - from, code, route })
  }
}

/** Adds up denials in memory, so that a flood of them does not fill the audit log. */
export function createDenials({ now, log }: { now: () => Date; log: Pick<Logger, 'warn'> }): Denials {
  const sums = new Map<string, Sum>()
  const alarm = createAlarm(log, now)
  let hourFrom = 0
  let entries = 0
  const add = (sum: Sum) => {
    const key = keyOf(sum)
    const known = sums.get(key)
    if (!known) return void sums.set(key, sum)
    known.count += 1
    known.to = sum.to
    known.requestId = sum.requestId
  }
  const listDue = (at: Date, isLast: boolean): Due[] =>
    [...sums].flatMap(([key, sum]) => {
      const isOver = isLast || at.getTime() - sum.from.getTime() >= hour
      const count = sum.count - sum.written
      return count > 0 && (isOver || sum.written === 0) ? [{ key, sum, count }] : []
    })
  const forget = (at: Date) => {
    for (const [key, sum] of sums)
      if (sum.count === sum.written && at.getTime() - sum.from.getTime() >= hour) sums.delete(key)
  }
  return {
    count(denial) {
      alarm(denial)
      const at = now()
      const sum = {
        ...denial,
        address: limiterKey(denial.address),
        count: 1,
        written: 0,
        from: at,
        to: at,
      }
      add(sums.size < maxSums || sums.has(keyOf(sum)) ? sum : others(sum))
    },
    async flush(store, { isLast = false } = {}) {
      const at = now()
      const due = listDue(at, isLast)
      if (at.getTime() - hourFrom >= hour) [hourFrom, entries] = [at.getTime(), 0]
      const written = fold(due, Math.max(0, maxEntriesPerHour - entries))
      if (written.length > 0)
        await store.tx(async (tx) => {
          for (const each of written) await appendAudit(tx, toEntry(each, at))
        })
      entries += written.length
      for (const { sum, count } of due) sum.written += count
      forget(at)
    },
  }
}
