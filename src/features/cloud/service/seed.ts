import { and, eq } from 'drizzle-orm'
import type { z } from 'zod'
import type { Tx } from '#db/types.ts'
import type { Answered } from '#server/answer-in.ts'
import type { CustomerContext } from '#server/context.ts'
import { mutate, publish } from '#server/mutate.ts'
import type { Answer } from '#shared/schema.ts'
import type { createResourceInput, createResourceOutput } from '../contract.ts'
import { momentsUntil } from '../drivers/simulator/metrics.ts'
import type { Entity, Row, TableName } from '../entities/entity.ts'
import { asRows, insertRows, tableOf } from '../entities/own-table.ts'
import { provider, type Sample } from '../entities/sample.ts'
import { entities } from '../entities/server.ts'
import { raiseRevision } from '../revision.ts'
import { auditCloud } from './audit-cloud.ts'
import { type MetricRow, measureAt, measuredOf } from './measure.ts'
import { type CostRow, charge, meteredOf } from './meter.ts'

/** What of an entity's rows costs money: machines while they run, the rest for as long as it is there. */
function makeCosts({ billing }: Entity, rows: Row<TableName>[], now: Date): CostRow[] {
  if (!billing) return []
  return rows.flatMap((row) => {
    const months = charge(meteredOf({ billing }, row), [], { from: row.createdAt, to: now })
    // A machine that never ran has its row too: what it will cost is added there.
    const runs = billing.runs?.(row) ?? true
    return runs ? months : months.slice(-1).map((month) => ({ ...month, amountMicros: 0 }))
  })
}

/** The newest metrics of an entity's rows; the others are computed for the time of a request. */
function makeMetrics({ measured }: Entity, rows: Row<TableName>[], now: Date): MetricRow[] {
  const [newest = now] = momentsUntil(now)
  return measured ? measuredOf({ measured }, rows).flatMap((resource) => measureAt(resource, newest)) : []
}

type SeedInput = z.output<typeof createResourceInput>

async function insertSample(tx: Tx, sample: Sample): Promise<void> {
  const { t } = tx
  await tx.insert(t.cloudProviders).values(provider(sample))
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

/** Locks the caller's cloud and answers whether its sample account is there, or with `once` whether it ever was. */
async function isSeeded(tx: Tx, ctx: CustomerContext, { once }: SeedInput): Promise<boolean> {
  const { cloudRevisions, cloudProviders: p } = tx.t
  const mine = eq(cloudRevisions.userId, ctx.user.id)
  await tx.insert(cloudRevisions).values({ userId: ctx.user.id, updatedAt: ctx.now() }).onConflictDoNothing()
  const locked = tx.select({ seededAt: cloudRevisions.seededAt }).from(cloudRevisions).where(mine)
  const [revision] = await ctx.store.lock(locked)
  if (once && revision?.seededAt) return true
  const [sample] = await tx
    .select({ id: p.id })
    .from(p)
    .where(and(eq(p.userId, ctx.user.id), eq(p.sample, true)))
    .limit(1)
  return sample !== undefined
}

/**
 * The caller has the sample data, at a provider of its own, marked as sample and simulated; laid once while that provider is
 * there, however many tabs ask at once. 201 when this call laid it, else 200.
 */
export const seedSampleData = (
  ctx: CustomerContext,
  input: SeedInput,
): Promise<Answered<Answer<typeof createResourceOutput>>> =>
  mutate(ctx, async (tx) => {
    if (await isSeeded(tx, ctx, input)) {
      ctx.reply.status = 200
      return { ok: true as const, seeded: false }
    }
    ctx.reply.status = 201
    const { id: userId } = ctx.user
    const now = ctx.now()
    const sample = { userId, providerId: Bun.randomUUIDv7(), now }
    const { cloudRevisions } = tx.t
    await raiseRevision(tx, { userId, now })
    await tx.update(cloudRevisions).set({ seededAt: now }).where(eq(cloudRevisions.userId, userId))
    await insertSample(tx, sample)
    publish(tx, ctx, { userId, kind: 'cloud', id: userId, status: 'seeded' })
    await auditCloud(tx, ctx, {
      action: 'cloud.seed',
      targetType: 'cloud_provider',
      targetId: sample.providerId,
      note: 'sample data',
    })
    return { ok: true as const, seeded: true }
  })
