import { and, eq, isNull, not } from 'drizzle-orm'
import { auditCaller } from '#db/audit/audit.ts'
import { lockUser } from '#features/auth/service/lock-user.ts'
import type { Answered } from '#server/answers/answer-in.ts'
import { mutate } from '#server/answers/mutate.ts'
import type { Context, CustomerContext } from '#server/context.ts'
import { notFound } from '#shared/errors.ts'
import type { Answer } from '#shared/schema.ts'
import { after } from '#shared/time.ts'
import type { currentTrialOutput, trialOutput } from '../contract/contract.ts'
import { lifeMs } from '../contract/limits.ts'
import { removeTrial } from './remove.ts'
import { assertOffered, isOver, presentTrial, type TrialRow } from './rows.ts'
import { findByToken } from './token.ts'

const missing = () => notFound('This temporary site')

async function findKept(ctx: Context, userId: string): Promise<TrialRow | undefined> {
  const { trials } = ctx.store.t
  const [row] = await ctx.store.read
    .select()
    .from(trials)
    .where(and(eq(trials.userId, userId), not(isOver(ctx.store.t, ctx.now()))))
  return row
}

/** The unclaimed site that the browser's token names, else the one that the caller keeps. */
async function findOwn(ctx: Context): Promise<TrialRow | undefined> {
  const byToken = await findByToken(ctx)
  if (byToken && (byToken.userId === null || byToken.userId === ctx.user?.id)) return byToken
  return ctx.user ? findKept(ctx, ctx.user.id) : undefined
}

/** The same, if it has this name. @throws NOT_FOUND otherwise */
async function findNamed(ctx: Context, name: string): Promise<TrialRow> {
  const own = await findOwn(ctx)
  if (own?.name !== name) throw missing()
  return own
}

/** The caller's temporary site. @throws NOT_FOUND where they are not offered */
export async function getCurrentTrial(ctx: Context): Promise<Answer<typeof currentTrialOutput>> {
  assertOffered(ctx)
  const row = await findOwn(ctx)
  return { trial: row ? presentTrial(ctx, row) : null }
}

/**
 * Keeps the browser's site for an order of the caller, for another day. It replaces an earlier one.
 * @throws NOT_FOUND unless the browser has the token of a site that no other user keeps
 */
export async function claimTrial(
  ctx: CustomerContext,
  input: { name: string },
): Promise<Answered<Answer<typeof trialOutput>>> {
  assertOffered(ctx)
  const own = await findNamed(ctx, input.name)
  return mutate(ctx, async (tx) => {
    await lockUser(tx, ctx)
    if (own.userId === ctx.user.id) return presentTrial(ctx, own)
    const { trials } = tx.t
    const now = ctx.now()
    const expiresAt = after(now, lifeMs)
    const before = { userId: null, keptAt: null, orderId: null, expiresAt }
    await tx.update(trials).set(before).where(eq(trials.userId, ctx.user.id))
    const [kept] = await tx
      .update(trials)
      .set({ userId: ctx.user.id, keptAt: now, expiresAt, problem: null })
      .where(and(eq(trials.id, own.id), isNull(trials.userId)))
      .returning()
    if (!kept) throw missing()
    const target = { targetType: 'trial', targetId: kept.id, userId: ctx.user.id, note: kept.name }
    await auditCaller(tx, ctx, { ...target, action: 'trial.keep' })
    return presentTrial(ctx, kept)
  })
}

/** Removes the caller's temporary site. @throws NOT_FOUND unless it is theirs */
export async function removeOwnTrial(ctx: Context, input: { name: string }): Promise<{ ok: true }> {
  assertOffered(ctx)
  const own = await findNamed(ctx, input.name)
  const also = (tx: Parameters<typeof auditCaller>[0], { id, name, userId }: TrialRow) =>
    auditCaller(tx, ctx, { action: 'trial.remove', targetType: 'trial', targetId: id, userId, note: name })
  if (!(await removeTrial(ctx, own.id, { also }))) throw missing()
  return { ok: true }
}
