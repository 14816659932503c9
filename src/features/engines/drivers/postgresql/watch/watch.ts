import type { Logger } from '#server/log.ts'
import { minute, second } from '#shared/time.ts'
import type { Credentials } from '../../../contract/database-engine.ts'
import type { Admin, Target } from '../admin.ts'
import { sweepRoles } from '../rights.ts'
import { closeFor, findOver, readMark, reopen } from './closures.ts'
import { endForeignLocks, endHoarders } from './foreign-locks.ts'
import { createLateSignIns } from './late-sign-ins.ts'

/** Longest wait for locks that a customer should not hold. */
const lookMs = second / 2
const sweepMs = minute
/** How long a user who exhausted the lock table cannot connect. */
const closedMs = minute

/** Runs immediately, and again after each pause. An unreachable server needs no watching. */
function repeat(ms: number, work: () => Promise<unknown>): () => void {
  let isStopped = false
  let timer: Timer | undefined
  const next = () => {
    if (isStopped) return
    timer = setTimeout(() => void work().then(next, next), ms)
    timer.unref()
  }
  void work().then(next, next)
  return () => {
    isStopped = true
    clearTimeout(timer)
  }
}

export type Watch = {
  /** Ends sessions that sign in with another password, now or later, and enforces this one. */
  keepOut(credentials: Credentials): Promise<void>
  stop(): void
}

type WatchOptions = {
  admin: Admin
  target: Target
  log: Pick<Logger, 'warn'>
}

/** Prevents customers from blocking others, and the portal, by means that PostgreSQL gives every user. */
export function createWatch({ admin, target, log }: WatchOptions): Watch {
  const late = createLateSignIns(admin, target)
  const closing = new Set<string>()

  const close = async (user: string) => {
    if (closing.has(user)) return
    closing.add(user)
    try {
      const mark = await readMark(admin.ending, user)
      if (mark === undefined) return
      await closeFor(admin, user, { ms: closedMs, mark })
      log.warn('a user who held too many locks cannot connect for a minute', { user })
    } finally {
      closing.delete(user)
    }
  }
  const look = async () => {
    const { hoarders, foreign, over } = await admin.watching.run(async (connection) => ({
      hoarders: await endHoarders(connection),
      foreign: await endForeignLocks(connection),
      over: await findOver(connection),
    }))
    for (const user of hoarders) void close(user).catch(() => {})
    for (const user of foreign)
      log.warn('ended sessions that held locks on the database or user of another customer', { user })
    await reopen(admin, over)
  }
  const stops = [repeat(lookMs, look), repeat(lookMs, late.look), repeat(sweepMs, () => sweepRoles(admin))]
  return {
    keepOut: late.keepOut,
    stop: () => {
      for (const stop of stops) stop()
    },
  }
}
