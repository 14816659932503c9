import type { Logger } from '#server/log.ts'
import { minute, second } from '#shared/time.ts'
import { maxConnections } from '../../contract/rules.ts'
import type { Credentials } from '../database-engine.ts'
import type { Admin, Target } from './admin.ts'
import { endForeignLocks, findHoarders } from './foreign-locks.ts'
import { createLateSignIns } from './late-sign-ins.ts'
import { changeAndEnd, sweepRoles } from './rights.ts'

/** Nobody waits longer for what a customer should not have locked. */
const lookMs = second / 2
const sweepMs = minute
/** A user who takes the locks of all others cannot connect for this time. */
const pauseMs = minute

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

/** Keeps customers from holding up others, and the portal, by what PostgreSQL lets every user do. */
export function createWatch(admin: Admin, target: Target, log: Pick<Logger, 'warn'>): Watch {
  const late = createLateSignIns(admin, target)
  const paused = new Map<string, number>()

  const keepLocksFree = async () => {
    for (const user of await endForeignLocks(admin.ending))
      log.warn('sessions that locked a database or user of others were ended', { user })
    const pause = async (user: string) => {
      await changeAndEnd(admin, user, 'connection limit 0')
      paused.set(user, performance.now() + pauseMs)
      log.warn('a user who held too many locks cannot connect for a minute', { user })
    }
    // At once: one alone might take the places that another one frees.
    await Promise.all((await findHoarders(admin.ending)).map(pause))
    for (const [user, until] of paused)
      if (until < performance.now()) {
        paused.delete(user)
        await admin.order('alter role %1$I connection limit %2$s', user, maxConnections)
      }
  }
  const stops = [
    repeat(lookMs, keepLocksFree),
    repeat(lookMs, late.look),
    repeat(sweepMs, () => sweepRoles(admin)),
  ]
  return {
    keepOut: late.keepOut,
    stop: () => {
      for (const stop of stops) stop()
    },
  }
}
