import { eq } from 'drizzle-orm'
import type { Tx } from '#db/store.ts'
import type { CustomerContext } from '#server/context.ts'
import type { Answer } from '#shared/schema.ts'
import type { createResourceOutput } from '../contract.ts'
import { momentsUntil } from '../drivers/simulator-figures.ts'
import { provider, type Sample } from '../seed/base.ts'
import * as compute from '../seed/compute.ts'
import * as delivery from '../seed/delivery.ts'
import * as insight from '../seed/insight.ts'
import { auditCloud } from './audit-cloud.ts'
import { measureAt, measuredOf } from './measure.ts'
import { charge } from './meter.ts'
import { raiseRevision } from './revision.ts'

type Row = { id: string; region: string; createdAt: Date }
type Billed = Row & { resourceType: string; priceType: string; service: string; runs: boolean }

/** The rows of all entities but figures and costs. */
const makeRows = (sample: Sample) => ({
  cloudInstances: compute.instances(sample),
  cloudStorage: compute.storage(sample),
  cloudDatabases: compute.databases(sample),
  cloudFunctions: compute.functions(sample),
  cloudContainers: compute.containers(sample),
  cloudLoadBalancers: delivery.loadBalancers(sample),
  cloudCdn: delivery.cdn(sample),
  cloudApiGateways: delivery.apiGateways(sample),
  cloudMessaging: delivery.messaging(sample),
  cloudDevops: delivery.devops(sample),
  cloudAnalytics: insight.analytics(sample),
  cloudMlServices: insight.mlServices(sample),
  cloudSecurity: insight.security(sample),
  cloudMonitoring: insight.monitoring(sample),
})
type Rows = ReturnType<typeof makeRows>

const billed = (rows: Row[], service: string, resourceType: string): Billed[] =>
  rows.map((row) => ({ ...row, resourceType, priceType: resourceType, service, runs: true }))

/** What of the sample costs money: machines while they run, the rest for as long as it is there. */
const listBilled = (rows: Rows): Billed[] => [
  ...rows.cloudInstances.map((row) => ({
    ...row,
    resourceType: 'instance',
    priceType: row.instanceType,
    service: 'Compute',
    runs: row.status === 'running',
  })),
  ...billed(rows.cloudStorage, 'Storage', 'storage'),
  ...billed(rows.cloudDatabases, 'Databases', 'database'),
  ...billed(rows.cloudFunctions, 'Serverless', 'function'),
  ...billed(rows.cloudContainers, 'Containers', 'container'),
  ...billed(rows.cloudLoadBalancers, 'Networking', 'load-balancer'),
  ...billed(rows.cloudCdn, 'Networking', 'cdn'),
  ...billed(rows.cloudAnalytics, 'Analytics', 'analytics'),
  ...billed(rows.cloudMlServices, 'Machine learning', 'ml-service'),
]

function makeCosts({ userId, providerId, now }: Sample, rows: Rows) {
  return listBilled(rows).flatMap((item) => {
    const resource = { ...item, userId, providerId, sample: true }
    const months = charge(resource, [], { from: item.createdAt, to: now })
    // A machine that never ran has its row too: what it will cost is added there.
    return item.runs ? months : months.slice(-1).map((row) => ({ ...row, amountMicros: 0 }))
  })
}

/** The newest figures of everything that is measured; the others follow from the moment they are asked for. */
function makeMetrics({ now }: Sample, rows: Rows) {
  const { cloudInstances: instances, cloudDatabases: databases, cloudFunctions: functions } = rows
  const [newest = now] = momentsUntil(now)
  return measuredOf({ instances, databases, functions }).flatMap((resource) => measureAt(resource, newest))
}

async function insertSample(tx: Tx, sample: Sample): Promise<void> {
  const { t } = tx
  const rows = makeRows(sample)
  await tx.insert(t.cloudProviders).values(provider(sample))
  await tx.insert(t.cloudInstances).values(rows.cloudInstances)
  await tx.insert(t.cloudStorage).values(rows.cloudStorage)
  await tx.insert(t.cloudDatabases).values(rows.cloudDatabases)
  await tx.insert(t.cloudFunctions).values(rows.cloudFunctions)
  await tx.insert(t.cloudContainers).values(rows.cloudContainers)
  await tx.insert(t.cloudLoadBalancers).values(rows.cloudLoadBalancers)
  await tx.insert(t.cloudCdn).values(rows.cloudCdn)
  await tx.insert(t.cloudApiGateways).values(rows.cloudApiGateways)
  await tx.insert(t.cloudMessaging).values(rows.cloudMessaging)
  await tx.insert(t.cloudDevops).values(rows.cloudDevops)
  await tx.insert(t.cloudAnalytics).values(rows.cloudAnalytics)
  await tx.insert(t.cloudMlServices).values(rows.cloudMlServices)
  await tx.insert(t.cloudSecurity).values(rows.cloudSecurity)
  await tx.insert(t.cloudMonitoring).values(rows.cloudMonitoring)
  await tx.insert(t.cloudMetrics).values(makeMetrics(sample, rows))
  await tx.insert(t.cloudCosts).values(makeCosts(sample, rows))
}

/** Locks the caller's cloud and answers whether its sample data was ever laid. */
async function isSeeded(ctx: CustomerContext, tx: Tx): Promise<boolean> {
  const { cloudRevisions } = tx.t
  const mine = eq(cloudRevisions.userId, ctx.user.id)
  await tx.insert(cloudRevisions).values({ userId: ctx.user.id, updatedAt: ctx.now() }).onConflictDoNothing()
  const [row] = await ctx.store.lock(
    tx.select({ seededAt: cloudRevisions.seededAt }).from(cloudRevisions).where(mine),
  )
  return row?.seededAt != null
}

/**
 * The caller has the sample data, at a provider of its own, marked as sample and simulated; laid once per account, however
 * many tabs ask at once (docs/product.md, "Sample data"). 201 when this call laid it, else 200.
 */
export async function seedSampleData(ctx: CustomerContext): Promise<Answer<typeof createResourceOutput>> {
  const { id: userId } = ctx.user
  const result = await ctx.store.tx(async (tx) => {
    const now = ctx.now()
    if (await isSeeded(ctx, tx)) {
      ctx.reply.status = 200
      return { ok: true as const, seeded: false }
    }
    ctx.reply.status = 201
    const sample = { userId, providerId: Bun.randomUUIDv7(), now }
    const { cloudRevisions } = tx.t
    await raiseRevision(tx, { userId, now })
    await tx.update(cloudRevisions).set({ seededAt: now }).where(eq(cloudRevisions.userId, userId))
    await insertSample(tx, sample)
    await auditCloud(tx, ctx, {
      action: 'cloud.seed',
      targetType: 'cloud_provider',
      targetId: sample.providerId,
      note: 'sample data',
    })
    return { ok: true as const, seeded: true }
  })
  if (result.seeded) ctx.events.publish({ userId, kind: 'cloud', id: userId, status: 'seeded' })
  return result
}
