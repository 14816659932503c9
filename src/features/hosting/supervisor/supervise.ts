import { isOutage } from '#db/errors.ts'
import { acquireLease, releaseLease } from '#db/locks/leases.ts'
import type { JobContext } from '#server/context.ts'
import type { Ending } from '#server/stop-signals.ts'
import { second } from '#shared/time.ts'
import { convergeService, listUnsettled, type SweepPosition } from './converge.ts'
import type { CrashReason } from './crashes.ts'
import { createOnDemand, type OnDemand } from './on-demand.ts'

export interface Supervisor {
  /** Stops all checks, and ends every process of this node or leaves it for the portal that adopts it. */
  stop(ending?: Ending): Promise<void>
  /** Resolves once every service that should run was checked after the start. */
  settled: Promise<void>
}

const defaultCheckMs = 500
/** One check in this many also reads the store and the memory, and sends a heartbeat. */
const checksPerSweep = 5
/** Services converged concurrently. */
const parallel = 4
const lease = { name: 'web-servers', ttlMs: 10 * second }

/** Converges services, a few at a time and each in sequence; a service named meanwhile is checked again. */
function createQueue(ctx: JobContext) {
  const waiting = new Map<string, CrashReason | undefined>()
  const busy = new Set<string>()
  const timers = new Map<string, Timer>()
  let isStopped = false
  const settle = async (id: string, crash: CrashReason | undefined) => {
    try {
      const wait = ctx.servers.isHere ? await convergeService(ctx, id, crash) : null
      if (wait !== null && !isStopped)
        timers.set(
          id,
          setTimeout(() => again(id), wait),
        )
    } catch (error) {
      // The next sweep finds it.
      const message = error instanceof Error ? error.message : 'unknown failure'
      if (!isStopped && !isOutage(error))
        ctx.log.error('web server state not applied', { service: id, message })
    } finally {
      busy.delete(id)
      advance()
    }
  }
  const advance = () => {
    for (const [id, crash] of waiting) {
      if (isStopped || busy.size >= parallel) return
      if (busy.has(id)) continue
      waiting.delete(id)
      busy.add(id)
      void settle(id, crash)
    }
  }
  const add = (id: string, crash?: CrashReason) => {
    waiting.set(id, crash ?? waiting.get(id))
    advance()
  }
  const again = (id: string) => {
    timers.delete(id)
    add(id)
  }
  return {
    /** `isSweep`: a service that waits for its next start is left waiting. */
    add(id: string, { crash, isSweep = false }: { crash?: CrashReason; isSweep?: boolean } = {}) {
      if (isSweep && (timers.has(id) || busy.has(id))) return
      clearTimeout(timers.get(id))
      timers.delete(id)
      add(id, crash)
    },
    isIdle: () => waiting.size + busy.size === 0,
    async stop() {
      isStopped = true
      for (const timer of timers.values()) clearTimeout(timer)
      while (busy.size > 0) await Bun.sleep(10)
    },
  }
}

/** Whether this node runs the web servers; a data folder that is not shared has only one node. */
function createNodeLease({ store, node, now }: JobContext) {
  // The name is the same after a crash: the next process need not wait for the lease to expire.
  const { name: holder } = node
  return {
    acquire: async () =>
      !node.isShared || (await acquireLease(store, { ...lease, holder, now: now() })) !== null,
    release: async () => {
      if (node.isShared) await releaseLease(store, { name: lease.name, holder, now: now() })
    },
  }
}

/**
 * Keeps the web servers of this node in the state that the store wants, until stopped: at the start every active service gets its
 * process or adopts an earlier one; a crash is noticed within a second, a change of a service immediately, and a missed event
 * within a few seconds. With several nodes the holder of a lease does this, and the others run web servers on request.
 */
export function startSupervisor(
  ctx: JobContext,
  {
    checkMs = defaultCheckMs,
    onDemand = createOnDemand(ctx),
  }: { checkMs?: number; onDemand?: OnDemand } = {},
): Supervisor {
  const queue = createQueue(ctx)
  const { acquire, release } = createNodeLease(ctx)
  let isStopped = false
  let timer: Timer | null = null
  let current: Promise<void> = Promise.resolve()
  let looks = 0
  const place: SweepPosition = { last: null }
  const sweep = async () => {
    const isHolder = await acquire()
    if (isStopped) return
    if (!isHolder) {
      ctx.servers.openOnDemand()
      return onDemand.sweep()
    }
    ctx.servers.open()
    for (const id of await listUnsettled(ctx, place)) queue.add(id, { isSweep: true })
    for (const id of await ctx.servers.listGreedy()) queue.add(id, { crash: 'memory' })
  }
  const report = (error: unknown) => {
    const message = error instanceof Error ? error.message : 'unknown failure'
    if (!isStopped && !isOutage(error)) ctx.log.error('supervisor failed', { message })
  }
  const check = async () => {
    try {
      const dead = ctx.servers.drainExited()
      for (const id of ctx.servers.isHere ? dead : [])
        queue.add(id, { crash: (await ctx.servers.ranOutOfMemory(id)) ? 'memory' : 'ended' })
      if (looks % checksPerSweep === 0) await sweep()
      looks += 1
    } catch (error) {
      report(error)
    }
  }
  const keepAlive = () => {
    try {
      ctx.servers.keepAlive()
    } catch (error) {
      report(error)
    }
  }
  const settled = Promise.withResolvers<void>()
  const loop = () => {
    current = check().then(() => {
      if (queue.isIdle()) settled.resolve()
      if (!isStopped) timer = setTimeout(loop, checkMs)
    })
  }
  const unsubscribe = ctx.events.subscribe(({ kind, id }) => {
    if (kind !== 'service') return
    if (ctx.servers.isHere) queue.add(id)
    else void onDemand.review(id).catch(report)
  })
  if (!ctx.node.isShared) ctx.servers.open()
  keepAlive()
  // Separate from the checks, which may wait for the database: the web servers would consider the portal dead.
  const beat = setInterval(keepAlive, checksPerSweep * checkMs)
  loop()
  return {
    settled: settled.promise,
    async stop(ending = 'everything') {
      isStopped = true
      unsubscribe()
      if (timer) clearTimeout(timer)
      await current
      await queue.stop()
      if (ending === 'everything') await ctx.servers.close()
      else await ctx.servers.leave()
      clearInterval(beat)
      // Their grace period begins here.
      if (ending === 'handOver') keepAlive()
      await release()
    },
  }
}
