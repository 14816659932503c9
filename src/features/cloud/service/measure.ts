import { and, eq, lte } from 'drizzle-orm'
import type { Tx } from '#db/types.ts'
import { after } from '#shared/time.ts'
import { type Figure, figuresAt, figuresKeptMs, momentsUntil } from '../drivers/simulator/figures.ts'
import type { Entity, Row, TableName } from '../entities/entity.ts'

export type MetricRow = Row<'cloudMetrics'>

/** A simulated resource that has figures, and since when. */
export type Measured = {
  id: string
  userId: string
  providerId: string
  region: string
  sample: boolean
  resourceType: string
  figures: readonly Figure[]
  /** What its figures follow from, together with the moment. */
  name: string
  since: Date
}

/** Those of an entity's simulated resources that have figures now. */
export const measuredOf = (
  { measured }: Required<Pick<Entity, 'measured'>>,
  rows: readonly Row<TableName>[],
): Measured[] =>
  rows.flatMap((row) => {
    const { resourceType, figures } = measured
    const since = measured.since(row)
    return since ? [{ ...row, name: measured.nameOf(row), resourceType, figures, since }] : []
  })

/** The figures of a resource at one moment. The id of a row follows from what it says: it is never there twice. */
export const measureAt = (resource: Measured, at: Date): MetricRow[] =>
  figuresAt(resource.figures, resource.name, at).map((figure) => ({
    ...figure,
    id: Bun.randomUUIDv5(`${figure.metricName} ${at.getTime()}`, resource.id),
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
 * What a resource that stops now showed during the day before is stored, and what is older is not any more: a table of at
 * most a day for each resource. Called within the transaction that raised the revision.
 */
export async function keepFigures(tx: Tx, resource: Measured, now: Date): Promise<void> {
  const { cloudMetrics } = tx.t
  const isIts = and(eq(cloudMetrics.userId, resource.userId), eq(cloudMetrics.resourceId, resource.id))
  await tx.delete(cloudMetrics).where(and(isIts, lte(cloudMetrics.timestamp, after(now, -figuresKeptMs))))
  const rows = momentsUntil(now)
    .filter((at) => at >= resource.since)
    .flatMap((at) => measureAt(resource, at))
  if (rows.length > 0) await tx.insert(cloudMetrics).values(rows).onConflictDoNothing()
}
