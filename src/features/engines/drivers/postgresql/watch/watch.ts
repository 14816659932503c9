import type { Logger } from '#server/log.ts'
import { minute, second } from '#shared/time.ts'
import type { Credentials } from '../../../contract/database-engine.ts'
import type { Admin, Target } from '../admin.ts'
import { sweepRoles } from '../rights.ts'
import { closeFor, findOver, readMark, reopen } from './closures.ts'
import { endForeignLocks, endHoarders } from './foreign-locks.ts'
import { createLateSignIns } from './late-sign-ins.ts'

/** Nobody waits longer for what a customer should not have locked. */
const lookMs = second / 2
const sweepMs = minute
/** A user who takes the places of all others cannot connect for this time. */
const closedMs = minute

/** Does it now, and again after each pause. A server that is away has nothing to be watched. */
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
  /** Whoever is let in with another password, now or later, is put out, and the password stays this one. */
  keepOut(credentials: Credentials): Promise<void>
  stop(): void
}

type Watched = {
  admin: Admin
  target: Target
  log: Pick<Logger, 'warn'>
}

/** Keeps customers from holding up others, and the portal, by what PostgreSQL lets every user do. */
export function createWatch({ admin, target, log }: Watched): Watch {
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
