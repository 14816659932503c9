import { and, eq, lte } from 'drizzle-orm'
import type { Tx } from '#db/types.ts'
import { after } from '#shared/time.ts'
import { derivedId } from '../derived-id.ts'
import type { Entity, Row, TableName } from '../entities/entity.ts'
import { metricsAt, metricsKeptMs, momentsUntil, type SimulatedMetric } from '../simulation/metrics.ts'

export type MetricRow = Row<'cloudMetrics'>

/** A simulated resource with metrics, and their start. */
export type Measured = {
  id: string
  userId: string
  providerId: string
  region: string
  sample: boolean
  resourceType: string
  metrics: readonly SimulatedMetric[]
  /** The seed of its metrics, together with the moment. */
  name: string
  since: Date
}

/** The simulated resources of an entity that have metrics now. */
export const measuredOf = (
  { measured }: Required<Pick<Entity, 'measured'>>,
  rows: readonly Row<TableName>[],
): Measured[] =>
  rows.flatMap((row) => {
    const { resourceType, metrics } = measured
    const since = measured.since(row)
    return since ? [{ ...row, name: measured.nameOf(row), resourceType, metrics, since }] : []
  })

/** The metrics of a resource at one moment. A row's id derives from its content, so it is never duplicated. */
export const measureAt = (resource: Measured, at: Date): MetricRow[] =>
  metricsAt(resource.metrics, resource.name, at).map((metric) => ({
    ...metric,
    id: derivedId(at, `${metric.metricName} ${at.getTime()}`, resource.id),
    userId: resource.userId,
    providerId: resource.providerId,
    region: resource.region,
    sample: resource.sample,
    simulated: true,
    createdAt: at,
    updatedAt: at,
    resourceId: resource.id,
    resourceType: resource.resourceType,
  }))

/**
 * Stores the last day's metrics of a resource that stops now and deletes older ones, so the table holds at most a day per
 * resource. Called within the transaction that raised the revision.
 */
export async function storeMetrics(tx: Tx, resource: Measured, now: Date): Promise<void> {
  const { cloudMetrics } = tx.t
  const isIts = and(eq(cloudMetrics.userId, resource.userId), eq(cloudMetrics.resourceId, resource.id))
  await tx.delete(cloudMetrics).where(and(isIts, lte(cloudMetrics.timestamp, after(now, -metricsKeptMs))))
  const rows = momentsUntil(now)
    .filter((at) => at >= resource.since)
    .flatMap((at) => measureAt(resource, at))
  if (rows.length > 0) await tx.insert(cloudMetrics).values(rows).onConflictDoNothing()
}
