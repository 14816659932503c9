import { inArray } from 'drizzle-orm'
import type { JobContext } from '#server/context.ts'
import { minute, second } from '#shared/time.ts'
import { readSupervised } from './target.ts'

/** The web server of a service on this machine, for the gateway; null while there is none. */
type FindProcess = (serviceId: string) => Promise<{ socketPath: string } | null>

export interface OnDemand {
  /**
   * The node that holds the web server lease returns its own process. Another node of a shared folder starts a separate process
   * for an active service, so that every gateway serves every site.
   */
  findProcess: FindProcess
  /** Ends processes that `findProcess` started here and that are no longer wanted, or were not requested lately. */
  sweep(): Promise<void>
  /** Called when a service changes: ends a process that it must no longer have, or that is out of date. */
  review(serviceId: string): Promise<void>
}

const defaultIdleMs = 5 * minute
/** After a failed start, a service is not tried again for this long, for any caller. */
const pauseMs = 5 * second
const batch = 500

type Use = { at: number; bytes: number }

/** Web servers on nodes without the lease. Crashes there are not counted: the next request starts a new process. */
export function createOnDemand(
  ctx: JobContext,
  { idleMs = defaultIdleMs }: { idleMs?: number } = {},
): OnDemand {
  const { servers } = ctx
  const uses = new Map<string, Use>()
  const failures = new Map<string, number>()
  const starting = new Map<string, Promise<{ socketPath: string } | null>>()
  const bytesOf = (id: string) => {
    const { bytesIn, bytesOut } = ctx.traffic.of(id)
    return bytesIn + bytesOut
  }
  const use = (id: string) => uses.set(id, { at: performance.now(), bytes: bytesOf(id) })

  const start = async (id: string) => {
    if ((failures.get(id) ?? 0) > performance.now()) return null
    const service = await readSupervised(ctx, id)
    if (service?.status !== 'active' || !servers.isOpen || servers.isHere) return null
    try {
      return await servers.start(service.target)
    } catch (error) {
      failures.set(id, performance.now() + pauseMs)
      const message = error instanceof Error ? error.message : 'unknown failure'
      ctx.log.error('web server not started', { service: id, message })
      return null
    }
  }
  const startOnce = (id: string) => {
    const pending = starting.get(id)
    if (pending) return pending
    const started = start(id).finally(() => starting.delete(id))
    starting.set(id, started)
    return started
  }
  /** Use of a cached result of `findProcess` shows in its traffic. */
  const isIdle = (id: string): boolean => {
    const last = uses.get(id)
    if (last && last.bytes === bytesOf(id)) return performance.now() - last.at > idleMs
    use(id)
    return false
  }
  const readActive = async (ids: string[]): Promise<Set<string>> => {
    const active = new Set<string>()
    const { id, status } = ctx.store.t.userServices
    for (let at = 0; at < ids.length; at += batch) {
      const some = inArray(id, ids.slice(at, at + batch))
      const rows = await ctx.store.read.select({ id, status }).from(ctx.store.t.userServices).where(some)
      for (const row of rows) if (row.status === 'active') active.add(row.id)
    }
    return active
  }
  const end = async (id: string) => {
    uses.delete(id)
    await servers.stop(id)
  }
  return {
    async findProcess(id) {
      const running = servers.processOf(id)
      if (servers.isHere || !servers.isOpen) return running
      use(id)
      return running ?? startOnce(id)
    },
    async sweep() {
      servers.drainExited()
      const ids = await servers.listServices()
      const active = await readActive(ids)
      const greedy = new Set(await servers.listGreedy())
      for (const id of ids)
        if (!servers.isHere && (!active.has(id) || greedy.has(id) || isIdle(id))) await end(id)
    },
    async review(id) {
      const isRunning = servers.processOf(id) !== null
      if (isRunning && !(await readActive([id])).has(id)) await end(id)
    },
  }
}
