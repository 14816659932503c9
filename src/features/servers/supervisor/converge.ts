import { and, eq, inArray } from 'drizzle-orm'
import type { JobContext } from '#server/context.ts'
import type { ServiceStatus } from '../contract.ts'
import { type CrashReason, recordCrash } from './crashes.ts'
import { readSupervised, type Supervised } from './target.ts'

const batch = 500

/** Statuses that want a process; one that is pending has what provisioning gave it. */
const running = new Set<ServiceStatus>(['active', 'restarting'])

/** The restart is done: a new start was observed. Nothing else may have been decided meanwhile. */
async function settleRestart(ctx: JobContext, { target }: Supervised): Promise<void> {
  const { userServices } = ctx.store.t
  const { userId, serviceId } = target
  const own = and(eq(userServices.userId, userId), eq(userServices.id, serviceId))
  await ctx.store.tx((tx) =>
    tx
      .update(userServices)
      .set({ status: 'active', updatedAt: ctx.now() })
      .where(and(own, eq(userServices.status, 'restarting'))),
  )
}

async function run(ctx: JobContext, service: Supervised): Promise<void> {
  const { target, status } = service
  if (status === 'restarting') {
    await ctx.servers.restart(target)
    await settleRestart(ctx, service)
  } else {
    await ctx.servers.start(target)
  }
  ctx.events.publish({ userId: target.userId, kind: 'service', id: target.serviceId, status: 'active' })
}

/**
 * The service's web server is as the stored status wants it: started, started anew, or gone. With `crash` its process was
 * lost for that reason. Answers after how many ms it is to be looked at again, null when it is settled.
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

/** Every service whose status and process differ: those that want one and have none, and the other way round. */
export async function listUnsettled(ctx: JobContext): Promise<string[]> {
  const { userServices } = ctx.store.t
  const { id, status } = userServices
  const select = () => ctx.store.read.select({ id, status }).from(userServices)
  const wanting = await select().where(inArray(status, [...running]))
  const wanted = new Set(wanting.map((row) => row.id))
  const left = (await ctx.servers.listServices()).filter((each) => !wanted.has(each))
  const provisioned = new Set<string>()
  for (let at = 0; at < left.length; at += batch) {
    const ids = left.slice(at, at + batch)
    const rows = await select().where(and(inArray(id, ids), eq(status, 'pending')))
    for (const row of rows) provisioned.add(row.id)
  }
  const unsettled = wanting.filter((row) => row.status === 'restarting' || !ctx.servers.processOf(row.id))
  return [...unsettled.map((row) => row.id), ...left.filter((each) => !provisioned.has(each))]
}
