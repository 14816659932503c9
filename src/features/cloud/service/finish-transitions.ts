import { and, asc, eq, isNotNull } from 'drizzle-orm'
import { isInTransition } from '#features/cloud-accounts/contract/transitions.ts'
import { publish } from '#server/answers/mutate.ts'
import type { JobContext } from '#server/context.ts'

const batch = 500

/** Instances in a simulated transition, the earliest end first. */
async function readTransitions({ store }: JobContext) {
  const { cloudInstances } = store.t
  const { userId, id, nextStatus, nextStatusAt } = cloudInstances
  return store.read
    .select({ userId, id, nextStatus, nextStatusAt })
    .from(cloudInstances)
    .where(isNotNull(nextStatusAt))
    .orderBy(asc(nextStatusAt))
    .limit(batch)
}

/**
 * Stores finished transitions and publishes them to open screens. No request depends on it: every answer computes the
 * status from the same moments, so the revision stays the same.
 */
export async function finishTransitions(ctx: JobContext): Promise<void> {
  for (const { userId, id, nextStatus, nextStatusAt } of await readTransitions(ctx)) {
    const now = ctx.now()
    if (nextStatus === null || nextStatusAt === null || isInTransition(nextStatusAt.getTime(), now)) continue
    const { cloudInstances } = ctx.store.t
    const isThis = and(
      eq(cloudInstances.userId, userId),
      eq(cloudInstances.id, id),
      eq(cloudInstances.nextStatusAt, nextStatusAt),
    )
    const ended = { status: nextStatus, nextStatus: null, nextStatusAt: null, updatedAt: now }
    await ctx.store.tx(async (tx) => {
      const changed = await tx
        .update(cloudInstances)
        .set(ended)
        .where(isThis)
        .returning({ id: cloudInstances.id })
      if (changed.length > 0) publish(tx, ctx, { userId, kind: 'cloud', id, status: nextStatus })
    })
  }
}
