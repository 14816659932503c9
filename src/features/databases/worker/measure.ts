import { and, asc, eq, gt, inArray, lt } from 'drizzle-orm'
import type { DatabaseType } from '#features/engines/contract/kinds.ts'
import type { JobContext } from '#server/context.ts'
import { after, day } from '#shared/time.ts'
import { isMissing } from '../rows/missing.ts'
import { betweenHours, sampleTime } from '../rows/sample-times.ts'
import { measureRows } from './measure-rows.ts'
import { updateMissing } from './missing.ts'
import { connectedTypes } from './reconcile-all.ts'

const pageSize = 500
const keptMs = 30 * day
/** Older samples are thinned to one per hour. */
const denseMs = day

async function measureType(ctx: JobContext, type: DatabaseType, stopping: AbortSignal): Promise<void> {
  const { databases: d } = ctx.store.t
  const at = sampleTime(ctx.now())
  for (let last = ''; !stopping.aborted; ) {
    const page = await ctx.store.read
      .select()
      .from(d)
      .where(and(eq(d.dbType, type), gt(d.networkName, last)))
      .orderBy(asc(d.networkName))
      .limit(pageSize)
    const made = page.filter((row) => row.appliedRevision > 0 || isMissing(row))
    const usage = await measureRows(ctx, made, at)
    if (usage) await updateMissing(ctx, made, usage)
    last = page.at(-1)?.networkName ?? ''
    if (page.length < pageSize) return
  }
}

/** Measures every database, marks missing ones, thins old samples and deletes those older than thirty days. */
export async function takeSamples(ctx: JobContext, stopping: AbortSignal): Promise<void> {
  for (const type of connectedTypes(ctx)) await measureType(ctx, type, stopping)
  const { databaseSamples: s } = ctx.store.t
  const now = ctx.now()
  const thinned = betweenHours(after(now, -2 * denseMs), after(now, -denseMs))
  await ctx.store.tx(async (tx) => {
    await tx.delete(s).where(lt(s.measuredAt, after(now, -keptMs)))
    await tx.delete(s).where(inArray(s.measuredAt, thinned))
  })
}
