import { and, eq } from 'drizzle-orm'
import type { Tx } from '#db/types.ts'
import type { CustomerContext } from '#server/context.ts'
import { simulatorName } from '../contract/provider-facts.ts'
import { raiseRevision } from '../revision.ts'
import { auditCloud } from './audit-cloud.ts'

/** Locks the caller's cloud and returns whether its sample account exists, or with `once` whether it ever existed. */
async function isSeeded(tx: Tx, ctx: CustomerContext, once: boolean | undefined): Promise<boolean> {
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
 * Creates the account of the sample resources and returns its id; null when the caller already has it, or with `once` ever
 * had it. Locks their cloud until the transaction ends.
 */
export async function addSampleAccount(
  tx: Tx,
  ctx: CustomerContext,
  { once, now }: { once: boolean | undefined; now: Date },
): Promise<string | null> {
  if (await isSeeded(tx, ctx, once)) return null
  const { cloudProviders, cloudRevisions } = tx.t
  const { id: userId } = ctx.user
  const id = Bun.randomUUIDv7()
  await raiseRevision(tx, { userId, now })
  await tx.update(cloudRevisions).set({ seededAt: now }).where(eq(cloudRevisions.userId, userId))
  await tx.insert(cloudProviders).values({
    id,
    userId,
    name: simulatorName,
    displayName: 'Simulator (sample data)',
    region: 'us-east-1',
    sample: true,
    validatedAt: now,
    createdAt: now,
    updatedAt: now,
  })
  await auditCloud(tx, ctx, {
    action: 'cloud.seed',
    targetType: 'cloud_provider',
    targetId: id,
    note: 'sample data',
  })
  return id
}
