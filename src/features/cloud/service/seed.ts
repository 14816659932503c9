import type { z } from 'zod'
import type { Tx } from '#db/types.ts'
import { addSampleAccount } from '#features/cloud-accounts/service/sample-account.ts'
import type { Answered } from '#server/answers/answer-in.ts'
import { mutate, publish } from '#server/answers/mutate.ts'
import type { CustomerContext } from '#server/context.ts'
import type { Answer } from '#shared/schema.ts'
import type { createResourceInput, createResourceOutput } from '../contract.ts'
import type { Entity, Row, TableName } from '../entities/entity.ts'
import { asRows, insertRows, tableOf } from '../entities/own-table.ts'
import type { Sample } from '../entities/sample.ts'
import { entities } from '../entities/server.ts'
import { momentsUntil } from '../simulation/metrics.ts'
import { type MetricRow, measureAt, measuredOf } from './measure.ts'
import { type CostRow, charge, meteredOf } from './meter.ts'

/** The billing of an entity's rows: instances cost while they run, the rest for as long as they exist. */
function makeCosts({ billing }: Entity, rows: Row<TableName>[], now: Date): CostRow[] {
  if (!billing) return []
  return rows.flatMap((row) => {
    const months = charge(meteredOf({ billing }, row), [], { from: row.createdAt, to: now })
    // An instance that never ran has a row too, to which its costs will be added.
    const runs = billing.runs?.(row) ?? true
    return runs ? months : months.slice(-1).map((month) => ({ ...month, amountMicros: 0 }))
  })
}

/** The newest metrics of an entity's rows; all others are computed on request. */
function makeMetrics({ measured }: Entity, rows: Row<TableName>[], now: Date): MetricRow[] {
  const [newest = now] = momentsUntil(now)
  return measured ? measuredOf({ measured }, rows).flatMap((resource) => measureAt(resource, newest)) : []
}

async function insertSample(tx: Tx, sample: Sample): Promise<void> {
  const { t } = tx
  const metrics: MetricRow[] = []
  const costs: CostRow[] = []
  for (const entity of entities) {
    const rows = asRows(entity.sample(sample))
    await insertRows(tx, tableOf(t, entity.table), rows)
    metrics.push(...makeMetrics(entity, rows, sample.now))
    costs.push(...makeCosts(entity, rows, sample.now))
  }
  await tx.insert(t.cloudMetrics).values(metrics)
  await tx.insert(t.cloudCosts).values(costs)
}

/**
 * Creates the sample data once, marked as sample and simulated, at a provider account of its own: only while that account
 * does not exist, however many tabs ask concurrently. 201 when this call created it, else 200.
 */
export const seedSampleData = (
  ctx: CustomerContext,
  { once }: z.output<typeof createResourceInput>,
): Promise<Answered<Answer<typeof createResourceOutput>>> =>
  mutate(ctx, async (tx) => {
    const { id: userId } = ctx.user
    const now = ctx.now()
    const providerId = await addSampleAccount(tx, ctx, { once, now })
    ctx.reply.status = providerId === null ? 200 : 201
    if (providerId === null) return { ok: true as const, seeded: false }
    await insertSample(tx, { userId, providerId, now })
    publish(tx, ctx, { userId, kind: 'cloud', id: userId, status: 'seeded' })
    return { ok: true as const, seeded: true }
  })
