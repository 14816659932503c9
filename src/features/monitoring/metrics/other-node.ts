import { and, desc, eq, gte } from 'drizzle-orm'
import type { CustomerContext, PollContext } from '#server/context.ts'
import { after } from '#shared/time.ts'
import { sampleMs } from './node-metrics.ts'

/** Whether another node runs the web servers; the store then has their usage, at most one round old. */
export const isOnOtherNode = (ctx: PollContext): boolean => ctx.node.isShared && !ctx.servers.isHere

/** The last sample of the service from another node; null when the last rounds stored none. */
export async function readLastSample(ctx: CustomerContext, { id, userId }: { id: string; userId: string }) {
  const m = ctx.store.t.serverMetrics
  const recent = gte(m.recordedAt, after(ctx.now(), -3 * sampleMs))
  const [sample] = await ctx.store.read
    .select()
    .from(m)
    .where(and(eq(m.userId, userId), eq(m.serviceId, id), recent))
    .orderBy(desc(m.recordedAt))
    .limit(1)
  return sample ?? null
}
