import { and, eq } from 'drizzle-orm'
import { lockActiveService } from '#features/services/service.ts'
import type { Answered } from '#server/answers/answer-in.ts'
import { mutate } from '#server/answers/mutate.ts'
import type { CustomerContext } from '#server/context.ts'
import { notFound } from '#shared/errors.ts'
import type { Answer } from '#shared/schema.ts'
import { after, day } from '#shared/time.ts'
import type { accountOutput } from '../contract/contract.ts'
import { auditAccount } from './audit-account.ts'
import { assertCapacity } from './capacity.ts'
import { readAccount } from './list.ts'
import { publishAccount } from './publish-account.ts'
import { isAccount, lockAccount } from './rows.ts'

/** A deleted account can be restored for this long, and its address stays reserved. */
const retentionMs = 7 * day

/** Deletes the account: it receives no mail and no one can sign in; its messages stay for seven days. @throws NOT_FOUND */
export const removeAccount = (
  ctx: CustomerContext,
  { id }: { id: string },
): Promise<Answered<{ ok: true }>> =>
  mutate(ctx, async (tx) => {
    const row = await lockAccount(tx, ctx, id)
    const now = ctx.now()
    await tx
      .update(tx.t.emailAccounts)
      .set({ deletedAt: now, purgeAt: after(now, retentionMs), updatedAt: now })
      .where(isAccount(tx.t, row))
    await auditAccount(tx, ctx, { action: 'email.delete', row })
    publishAccount(tx, ctx, { id, status: 'deleted' })
    return { ok: true as const }
  })

/**
 * Restores a deleted account with its password and its messages.
 * @throws NOT_FOUND after seven days, WRONG_STATE and BUSY of its service, LIMIT_REACHED by the plan
 */
export const restoreAccount = (
  ctx: CustomerContext,
  { id }: { id: string },
): Promise<Answered<Answer<typeof accountOutput>>> =>
  mutate(ctx, async (tx) => {
    const { emailAccounts: a } = tx.t
    const isOwn = and(eq(a.userId, ctx.user.id), eq(a.id, id))
    const [row] = await ctx.store.lock(tx.select().from(a).where(isOwn))
    if (!row?.purgeAt || row.purgeAt <= ctx.now()) throw notFound('This email account')
    await assertCapacity(tx, await lockActiveService(tx, ctx, row.serviceId), row.type)
    await tx.update(a).set({ deletedAt: null, purgeAt: null, updatedAt: ctx.now() }).where(isOwn)
    await auditAccount(tx, ctx, { action: 'email.restore', row })
    const account = await readAccount(tx, ctx, id)
    publishAccount(tx, ctx, account)
    return account
  })
