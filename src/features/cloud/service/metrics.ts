import { and, desc, eq, gt, lte } from 'drizzle-orm'
import type { z } from 'zod'
import { isOlder, maxRows, olderThan } from '#db/lists/paging.ts'
import type { CustomerContext } from '#server/context.ts'
import type { Answer } from '#shared/schema.ts'
import { after } from '#shared/time.ts'
import type { metricOutput, metricsInput } from '../entities/metrics/contract.ts'
import { asRows, type OwnTable, tableOf } from '../entities/own-table.ts'
import { presentStored } from '../entities/present.ts'
import { entitiesWith } from '../entities/server.ts'
import { metricsKeptMs, momentsUntil } from '../simulation/metrics.ts'
import { type Measured, type MetricRow, measureAt, measuredOf } from './measure.ts'
import { answerPage } from './pages.ts'

const micros = 1_000_000

const presentMetric = (row: MetricRow): Answer<typeof metricOutput> => ({
  ...presentStored(row),
  value: row.valueMicros / micros,
})

type MetricsRequest = { resourceId: string | undefined; limit: number; cursor: string | undefined; now: Date }

/** Stored metrics of the last 24 hours, newest first. */
function readStored({ store, user }: CustomerContext, { resourceId, limit, cursor, now }: MetricsRequest) {
  const { cloudMetrics: table } = store.t
  const { userId, timestamp, id } = table
  return store.read
    .select()
    .from(table)
    .where(
      and(
        eq(userId, user.id),
        resourceId === undefined ? undefined : eq(table.resourceId, resourceId),
        gt(timestamp, after(now, -metricsKeptMs)),
        lte(timestamp, now),
        olderThan({ at: timestamp, id }, cursor),
      ),
    )
    .orderBy(desc(timestamp), desc(id))
    .limit(limit + 1)
}

const measuredEntities = entitiesWith('measured')

/** The caller's simulated resources that have metrics now. */
async function readMeasured(
  { store, user }: CustomerContext,
  resourceId: string | undefined,
): Promise<Measured[]> {
  const resources = await Promise.all(
    measuredEntities.map(async (entity) => {
      const table = tableOf(store.t, entity.table)
      const isIt = resourceId === undefined ? undefined : eq(table.id, resourceId)
      const rows = await store.read
        .select()
        .from<OwnTable>(table)
        .where(and(eq(table.userId, user.id), eq(table.simulated, true), isIt))
        .limit(maxRows)
      return measuredOf(entity, asRows(rows))
    }),
  )
  return resources.flat()
}

/** The first metrics of the resources that a page needs, newest first; computes nothing beyond the page. */
function computeMetrics(resources: Measured[], { limit, cursor, now }: MetricsRequest): MetricRow[] {
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
 * Values of the last 24 hours for the caller's resources, or for one of them, newest first. The values of a simulated
 * resource derive from its name and the moment, every 15 minutes while it runs; for a stopped one, earlier values are
 * stored.
 */
export async function listMetrics(
  ctx: CustomerContext,
  { resourceId, limit = maxRows, cursor }: z.output<typeof metricsInput> = {},
): Promise<Answer<typeof metricOutput>[]> {
  const request = { resourceId, limit, cursor, now: ctx.now() }
  const [stored, resources] = await Promise.all([readStored(ctx, request), readMeasured(ctx, resourceId)])
  const rows = new Map(
    [...computeMetrics(resources, request), ...stored].map((row) => [
      `${row.resourceId} ${row.metricName} ${row.timestamp.getTime()}`,
      { ...row, createdAt: row.timestamp },
    ]),
  )
  return answerPage(ctx, [...rows.values()].sort(newestFirst), { limit, present: presentMetric })
}
