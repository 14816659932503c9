import { and, eq } from 'drizzle-orm'
import type { Tx } from '#db/types.ts'
import { derivedId } from '../derived-id.ts'
import type { Entity, Row, TableName } from '../entities/entity.ts'
import { priceOf, splitByMonth } from '../simulation/prices.ts'

export type CostRow = Row<'cloudCosts'>
type Part = { period: string; ms: number }

/** A simulated resource billed by time. */
type Metered = {
  id: string
  userId: string
  providerId: string
  region: string
  sample: boolean
  resourceType: string
  service: string
  /** Millionths of a dollar. */
  perHour: number
}

/** The billed part of a simulated resource. */
export const meteredOf = (
  { billing: { resourceType, service, perHour } }: Required<Pick<Entity, 'billing'>>,
  row: Row<TableName>,
): Metered => ({ ...row, resourceType, service, perHour: perHour(row) })

/** The one row of a resource and a month: its id derives from both, so a month is never charged twice. */
const rowId = (resourceId: string, period: string) => derivedId(new Date(`${period}-01`), period, resourceId)

const newRow = (resource: Metered, period: string, now: Date): CostRow => ({
  id: rowId(resource.id, period),
  userId: resource.userId,
  providerId: resource.providerId,
  region: resource.region,
  sample: resource.sample,
  simulated: true,
  createdAt: now,
  updatedAt: now,
  resourceId: resource.id,
  resourceType: resource.resourceType,
  service: resource.service,
  amountMicros: 0,
  currency: 'USD',
  billingPeriod: period,
})

/**
 * Adds a span of running time to the rows of a resource: price × time, month by month. A resource is billed up to the
 * latest `updatedAt` of its rows. Leaves out rows that the span does not touch.
 */
export function charge(
  resource: Metered,
  rows: CostRow[],
  { from, to }: { from: Date; to: Date },
): CostRow[] {
  const chargedTo = Math.max(from.getTime(), ...rows.map(({ updatedAt }) => updatedAt.getTime()))
  return splitByMonth(new Date(chargedTo), to).map(({ period, ms }: Part) => {
    const row = rows.find(({ billingPeriod }) => billingPeriod === period) ?? newRow(resource, period, to)
    return { ...row, amountMicros: row.amountMicros + priceOf(resource.perHour, ms), updatedAt: to }
  })
}

/** Bills a resource for its running time up to `to`. Called within the transaction that raised the revision. */
export async function settle(tx: Tx, resource: Metered, span: { from: Date; to: Date }): Promise<void> {
  const { cloudCosts } = tx.t
  const isIts = and(eq(cloudCosts.userId, resource.userId), eq(cloudCosts.resourceId, resource.id))
  const rows = await tx.select().from(cloudCosts).where(isIts)
  for (const row of charge(resource, rows, span)) {
    const { amountMicros, updatedAt } = row
    await tx
      .insert(cloudCosts)
      .values(row)
      .onConflictDoUpdate({
        target: [cloudCosts.userId, cloudCosts.id],
        set: { amountMicros, updatedAt },
      })
  }
}
