import type { Logger } from '#server/log.ts'
import { minute, second } from '#shared/time.ts'
import type { Credentials } from '../database-engine.ts'
import type { Admin, Target } from './admin.ts'
import { closeFor, readMark, reopen } from './closures.ts'
import { isOutOfMemory } from './failures.ts'
import { endForeignLocks, findHoarders, type Hoarder, namesOf } from './foreign-locks.ts'
import { createLateSignIns } from './late-sign-ins.ts'
import { sweepRoles } from './rights.ts'

/** Nobody waits longer for what a customer should not have locked. */
const lookMs = second / 2
const sweepMs = minute
/** A user who takes the places of all others cannot connect for this time. */
const closedMs = minute
const againMs = 20
const mostTries = 50

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
  /** Whether the server is a process of this machine that the portal runs. */
  isOwn: boolean
  log: Pick<Logger, 'warn'>
}

/** Keeps customers from holding up others, and the portal, by what PostgreSQL lets every user do. */
export function createWatch({ admin, target, isOwn, log }: Watched): Watch {
  const { watching } = admin
  const late = createLateSignIns(admin, target)
  const closing = new Set<string>()

  /** As pg_terminate_backend does it, which needs a place for a lock to ask whose session it is. */
  const endProcess = async (pid: number) => {
    if (isOwn) process.kill(pid, 'SIGTERM')
    else await watching.ask('select pg_catalog.pg_terminate_backend($1)', [pid])
  }
  const endAll = async (hoarders: readonly Hoarder[]) => {
    // It may have ended by itself.
    for (const pid of hoarders.flatMap(({ pids }) => pids)) await endProcess(pid).catch(() => {})
  }
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
  const freePlaces = async () => {
    const hoarders = await findHoarders(watching)
    if (hoarders.length === 0) return
    for (let tries = 0; tries < mostTries; tries += 1) {
      try {
        const names = await namesOf(watching, hoarders)
        await endAll(hoarders.filter(({ id }) => names.has(id)))
        for (const user of names.values()) void close(user).catch(() => {})
        return
      } catch (error) {
        if (!isOutOfMemory(error)) throw error
        // Nobody can be asked after, and nobody else can do anything.
        await endAll(await findHoarders(watching))
        await Bun.sleep(againMs)
      }
    }
  }
  const endForeign = async () => {
    for (const user of await endForeignLocks(watching))
      log.warn('sessions that locked a database or user of others were ended', { user })
  }
  const look = async () => {
    await freePlaces()
    await endForeign()
    await reopen(admin)
  }
  const stops = [repeat(lookMs, look), repeat(lookMs, late.look), repeat(sweepMs, () => sweepRoles(admin))]
  return {
    keepOut: late.keepOut,
    stop: () => {
      for (const stop of stops) stop()
    },
  }
}
