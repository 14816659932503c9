import { and, desc, eq } from 'drizzle-orm'
import { maxRows } from '#db/lists/paging.ts'
import type { CustomerContext } from '#server/context.ts'
import type { Answer } from '#shared/schema.ts'
import type { costOutput } from '../entities/costs/contract.ts'
import { instances, runningSince } from '../entities/instances/server.ts'
import { presentStored } from '../entities/present.ts'
import { entitiesWith } from '../entities/server.ts'
import { type CostRow, charge } from './meter.ts'

const micros = 1_000_000

const presentCost = (row: CostRow): Answer<typeof costOutput> => ({
  ...presentStored(row),
  amount: row.amountMicros / micros,
})

/** The caller's simulated instances by id. */
async function readSimulated(ctx: CustomerContext) {
  const { cloudInstances } = ctx.store.t
  const { id, instanceType, status, nextStatus, launchedAt } = cloudInstances
  const rows = await ctx.store.read
    .select({ id, instanceType, status, nextStatus, launchedAt })
    .from(cloudInstances)
    .where(and(eq(cloudInstances.userId, ctx.user.id), eq(cloudInstances.simulated, true)))
    .limit(maxRows)
  return new Map(rows.map((row) => [row.id, row]))
}

type Machine = NonNullable<ReturnType<Awaited<ReturnType<typeof readSimulated>>['get']>>

const billed = entitiesWith('billing')

/** The hourly price of a bill's resource, in millionths of a dollar. */
const perHourOf = ({ resourceType }: CostRow, machine: Machine | undefined): number =>
  billed.find(({ billing }) => billing.resourceType === resourceType)?.billing.perHour(machine ?? {}) ?? 0

/** The bill of one simulated resource up to now: the stored rows plus the running time since. */
function extend(rows: CostRow[], machine: Machine | undefined, now: Date): CostRow[] {
  const [newest] = rows
  if (!newest?.simulated || newest.resourceId === null) return rows
  const isInstance = newest.resourceType === instances.billing.resourceType
  const from = isInstance ? machine && runningSince(machine) : newest.createdAt
  if (!from) return rows
  const resource = { ...newest, id: newest.resourceId, perHour: perHourOf(newest, machine) }
  const charged = charge(resource, rows, { from, to: now })
  const touched = new Set(charged.map(({ id }) => id))
  return [...rows.filter(({ id }) => !touched.has(id)), ...charged]
}

const byPeriod = (one: CostRow, other: CostRow): number =>
  other.billingPeriod.localeCompare(one.billingPeriod) ||
  one.service.localeCompare(other.service) ||
  one.id.localeCompare(other.id)

/**
 * The costs of the caller's resources by resource and month, newest month first. A simulated resource costs its price times
 * its running time up to now; costs that a provider reports are returned as stored.
 */
export async function listCosts(ctx: CustomerContext): Promise<Answer<typeof costOutput>[]> {
  const { cloudCosts } = ctx.store.t
  const [stored, machines] = await Promise.all([
    ctx.store.read
      .select()
      .from(cloudCosts)
      .where(eq(cloudCosts.userId, ctx.user.id))
      .orderBy(desc(cloudCosts.billingPeriod), desc(cloudCosts.id))
      .limit(maxRows),
    readSimulated(ctx),
  ])
  const now = ctx.now()
  const byResource = Map.groupBy(stored, ({ resourceId, id }) => resourceId ?? id)
  return [...byResource]
    .flatMap(([id, rows]) => extend(rows, machines.get(id), now))
    .sort(byPeriod)
    .map(presentCost)
}
