import { and, asc, eq, inArray, isNull, notInArray, sql } from 'drizzle-orm'
import { isolateFailure } from '#features/files/upkeep/isolate-failure.ts'
import type { JobContext } from '#server/context.ts'
import { connectedTypes } from '../worker/reconcile-all.ts'
import { discardRun } from './discard.ts'

const batch = 50

/** Runs whose job is over, for services not locked by a restore. */
async function listOver({ store }: JobContext, types: ReturnType<typeof connectedTypes>) {
  const { databaseCopies: c, userServices, jobs } = store.t
  const live = store.read
    .select({ id: jobs.id })
    .from(jobs)
    .where(inArray(jobs.status, ['queued', 'running']))
  const ofItsService = and(eq(userServices.userId, c.userId), eq(userServices.id, c.serviceId))
  return store.readLong((read) =>
    read
      .selectDistinct({ userId: c.userId, serviceId: c.serviceId, runId: c.runId })
      .from(c)
      .innerJoin(userServices, ofItsService)
      .where(and(isNull(userServices.busy), inArray(c.dbType, types), notInArray(c.runId, sql`${live}`)))
      .orderBy(asc(c.runId))
      .limit(batch),
  )
}

/** Removes what finished restores and tests have left in an engine. */
export async function sweepCopies(ctx: JobContext, stopping: AbortSignal): Promise<void> {
  const types = connectedTypes(ctx)
  if (types.length === 0) return
  for (const run of await listOver(ctx, types)) {
    if (stopping.aborted) return
    await isolateFailure(ctx.log, run.serviceId, () => discardRun(ctx, run))
  }
}
