import { and, desc, eq, gt, lte } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import type { z } from 'zod'
import { isOlder, maxRows, olderThan } from '#db/paging.ts'
import type { CustomerContext } from '#server/context.ts'
import type { Answer } from '#shared/schema.ts'
import { after } from '#shared/time.ts'
import type { metricOutput, metricsInput } from '../contract/entities.ts'
import { figuresKeptMs, momentsUntil } from '../drivers/simulator-figures.ts'
import { type Measured, type MetricRow, measureAt, measuredOf } from './measure.ts'
import { answerPage } from './pages.ts'
import { presentStored } from './present.ts'

const micros = 1_000_000

const presentMetric = (row: MetricRow): Answer<typeof metricOutput> => ({
  ...presentStored(row),
  value: row.valueMicros / micros,
})

type Wanted = { resourceId: string | undefined; limit: number; cursor: string | undefined; now: Date }

/** Figures that are stored, of the last 24 hours, newest first. */
function readStored({ store, user }: CustomerContext, { resourceId, limit, cursor, now }: Wanted) {
  const { cloudMetrics: table } = store.t
  const { userId, timestamp, id } = table
  return store.read
    .select()
    .from(table)
    .where(
      and(
        eq(userId, user.id),
        resourceId === undefined ? undefined : eq(table.resourceId, resourceId),
        gt(timestamp, after(now, -figuresKeptMs)),
        lte(timestamp, now),
        olderThan({ at: timestamp, id }, cursor),
      ),
    )
    .orderBy(desc(timestamp), desc(id))
    .limit(limit + 1)
}

/** The caller's simulated resources that have figures now. */
async function readMeasured(
  { store, user }: CustomerContext,
  resourceId: string | undefined,
): Promise<Measured[]> {
  const { cloudInstances, cloudDatabases, cloudFunctions } = store.t
  const isMeasured = (table: Record<'userId' | 'id' | 'simulated', PgColumn>) =>
    and(
      eq(table.userId, user.id),
      eq(table.simulated, true),
      resourceId === undefined ? undefined : eq(table.id, resourceId),
    )
  const [instances, databases, functions] = await Promise.all([
    store.read.select().from(cloudInstances).where(isMeasured(cloudInstances)).limit(maxRows),
    store.read.select().from(cloudDatabases).where(isMeasured(cloudDatabases)).limit(maxRows),
    store.read.select().from(cloudFunctions).where(isMeasured(cloudFunctions)).limit(maxRows),
  ])
  return measuredOf({ instances, databases, functions })
}

/** The first figures of the resources, newest first, that a page needs; nothing is computed beyond it. */
function computeFigures(resources: Measured[], { limit, cursor, now }: Wanted): MetricRow[] {
  const rows: MetricRow[] = []
  const isWanted = isOlder(cursor)
  for (const at of momentsUntil(now)) {
    if (rows.length > limit) break
    for (const resource of resources)
      if (at >= resource.since) rows.push(...measureAt(resource, at).filter(({ id }) => isWanted({ at, id })))
  }
  return rows
}

const newestFirst = (one: MetricRow, other: MetricRow): number =>
  other.timestamp.getTime() - one.timestamp.getTime() || (one.id < other.id ? 1 : -1)

/**
 * Values measured in the last 24 hours of the caller's resources, or of one of them, newest first. Those of a simulated
 * resource follow from its name and the moment, every 15 minutes for as long as it runs; of what was stopped, what it showed
 * until then is stored.
 */
export async function listMetrics(
  ctx: CustomerContext,
  { resourceId, limit = maxRows, cursor }: z.output<typeof metricsInput> = {},
): Promise<Answer<typeof metricOutput>[]> {
  const wanted = { resourceId, limit, cursor, now: ctx.now() }
  const [stored, resources] = await Promise.all([readStored(ctx, wanted), readMeasured(ctx, resourceId)])
  const rows = new Map(
    [...computeFigures(resources, wanted), ...stored].map((row) => [
      `${row.resourceId} ${row.metricName} ${row.timestamp.getTime()}`,
      { ...row, createdAt: row.timestamp },
    ]),
  )
  return answerPage(ctx, [...rows.values()].sort(newestFirst), { limit, present: presentMetric })
}
