import { desc, eq } from 'drizzle-orm'
import type { z } from 'zod'
import { auditCaller } from '#db/audit/audit.ts'
import { olderThan, toPage } from '#db/lists/paging.ts'
import type { Answered } from '#server/answers/answer-in.ts'
import { mutate, publish } from '#server/answers/mutate.ts'
import type { CustomerContext } from '#server/context.ts'
import { notFound } from '#shared/errors.ts'
import type { listTrialsInput } from '../contract/contract.ts'
import { removeTrial } from './remove.ts'
import { assertOffered, trialUrl } from './rows.ts'

/** Every temporary site, newest first. */
export async function listTrials(ctx: CustomerContext, { cursor, limit }: z.output<typeof listTrialsInput>) {
  assertOffered(ctx)
  const { trials, users } = ctx.store.t
  const { id, email, firstName, lastName } = users
  const rows = await ctx.store.read
    .select({ trial: trials, keptBy: { id, email, firstName, lastName } })
    .from(trials)
    .leftJoin(users, eq(users.id, trials.userId))
    .where(olderThan({ at: trials.createdAt, id: trials.id }, cursor))
    .orderBy(desc(trials.createdAt), desc(trials.id))
    .limit(limit + 1)
  const present = ({ trial, keptBy }: (typeof rows)[number]) => ({
    ...trial,
    keptBy,
    url: trialUrl(ctx, trial.name),
  })
  return toPage(rows, { limit, key: ({ trial: { createdAt: at, id } }) => ({ at, id }), present })
}

/** Removes a site immediately, even if a customer keeps it. @throws NOT_FOUND when it no longer exists */
export async function takeDownTrial(
  ctx: CustomerContext,
  { id }: { id: string },
): Promise<Answered<{ ok: true }>> {
  assertOffered(ctx)
  const isGone = await removeTrial(ctx, id, {
    also: (tx, { name, userId, address }) => {
      publish(tx, ctx, { userId: ctx.user.id, kind: 'trial', id, status: 'removed' })
      return auditCaller(tx, ctx, {
        action: 'trial.take-down',
        targetType: 'trial',
        targetId: id,
        userId,
        note: name,
        details: { address },
      })
    },
  })
  if (!isGone) throw notFound('This temporary site')
  return mutate(ctx, async () => ({ ok: true as const }))
}
