import { and, asc, eq, inArray } from 'drizzle-orm'
import { newerThan } from '#db/lists/paging.ts'
import type { ServiceStatus } from '#features/services/contract/contract.ts'
import { finishRestart } from '#features/services/lifecycle/lifecycle.ts'
import type { JobContext } from '#server/context.ts'
import { type CrashReason, recordCrash } from './crashes.ts'
import { readSupervised, type Supervised } from './target.ts'

const batch = 500

/** Statuses that require a process; a pending service has the one that provisioning started. */
const running = new Set<ServiceStatus>(['active', 'restarting'])

async function run(ctx: JobContext, { target, status }: Supervised): Promise<void> {
  if (status === 'restarting') {
    await ctx.servers.restart(target)
    await ctx.store.tx((tx) => finishRestart(tx, { userId: target.userId, id: target.serviceId }, ctx.now()))
  } else {
    await ctx.servers.start(target)
  }
  ctx.events.publish({ userId: target.userId, kind: 'service', id: target.serviceId, status: 'active' })
}

/**
 * Makes the service's web server match the stored status: starts, restarts or ends it. `crash` is the reason why its process was
 * lost. Returns the ms until the next check, null when the service is settled.
 */
export async function convergeService(
  ctx: JobContext,
  id: string,
  crash?: CrashReason,
): Promise<number | null> {
  const service = await readSupervised(ctx, id)
  if (service?.status === 'pending') return null
  if (!service || !running.has(service.status)) {
    await ctx.servers.stop(id)
    return null
  }
  if (crash) {
    await ctx.servers.stop(id)
    const wait = await recordCrash(ctx, id, crash)
    if (wait !== 0) return wait
  }
  const isSettled = service.status === 'active' && ctx.servers.processOf(id) !== null
  if (isSettled) return null
  try {
    await run(ctx, service)
    return null
  } catch (error) {
    if (!ctx.servers.isHere) return null
    const message = error instanceof Error ? error.message : 'unknown failure'
    ctx.log.error('web server not started', { service: id, message })
    await ctx.servers.stop(id).catch(() => {})
    return recordCrash(ctx, id, 'start')
  }
}

/** The position of the sweeps in the active services; `null` starts again. */
export type SweepPosition = { last: { at: Date; id: string } | null }

/** Active services per sweep: more than a node runs, so that it usually covers all of them every time. */
const activePage = 2_000

/** The next active services, oldest first, so that a sweep costs the same for any number of services. */
async function readActive(ctx: JobContext, place: SweepPosition, pageSize: number): Promise<string[]> {
  const { id, status, createdAt } = ctx.store.t.userServices
  const rows = await ctx.store.read
    .select({ id, at: createdAt })
    .from(ctx.store.t.userServices)
    .where(and(eq(status, 'active'), place.last ? newerThan({ at: createdAt, id }, place.last) : undefined))
    .orderBy(asc(createdAt), asc(id))
    .limit(pageSize)
  place.last = rows.length === pageSize ? (rows.at(-1) ?? null) : null
  return rows.map((row) => row.id)
}

/** Services with a process here that should have none. A pending one has the process that provisioning started. */
async function listLeft(ctx: JobContext): Promise<string[]> {
  const { id, status } = ctx.store.t.userServices
  const here = await ctx.servers.listServices()
  const leftovers: string[] = []
  for (let at = 0; at < here.length; at += batch) {
    const ids = here.slice(at, at + batch)
    const wanted = and(inArray(id, ids), inArray(status, [...running, 'pending']))
    const rows = await ctx.store.read.select({ id }).from(ctx.store.t.userServices).where(wanted)
    const known = new Set(rows.map((row) => row.id))
    leftovers.push(...ids.filter((each) => !known.has(each)))
  }
  return leftovers
}

/**
 * Services whose status and process differ: a missing process, or one too many. Checks the active ones one page at a time, from
 * `place` on; the next call continues after it.
 */
export async function listUnsettled(
  ctx: JobContext,
  place: SweepPosition = { last: null },
  pageSize = activePage,
): Promise<string[]> {
  const { id, status, createdAt } = ctx.store.t.userServices
  const restarting = await ctx.store.read
    .select({ id })
    .from(ctx.store.t.userServices)
    .where(eq(status, 'restarting'))
    .orderBy(asc(createdAt), asc(id))
    .limit(pageSize)
  const active = await readActive(ctx, place, pageSize)
  const missing = active.filter((each) => !ctx.servers.processOf(each))
  return [...restarting.map((row) => row.id), ...missing, ...(await listLeft(ctx))]
}
