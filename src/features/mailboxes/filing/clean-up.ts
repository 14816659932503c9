import { and, asc, eq, lt } from 'drizzle-orm'
import type { z } from 'zod'
import type { Answered } from '#server/answers/answer-in.ts'
import { mutate } from '#server/answers/mutate.ts'
import type { CustomerContext, Deps } from '#server/context.ts'
import { DomainError } from '#shared/errors.ts'
import type { Answer } from '#shared/schema.ts'
import { after, day } from '#shared/time.ts'
import type { cleanupInput, cleanupOutput } from '../contract/contract.ts'
import { auditAccount } from '../service/audit-account.ts'
import { readAccount } from '../service/list.ts'
import { publishAccount } from '../service/publish-account.ts'
import { findAccount } from '../service/rows.ts'
import { removeMessages } from './remove-messages.ts'

const batch = 200

/**
 * Permanently deletes messages older than this from all folders, except starred ones.
 * @throws NOT_FOUND, WRONG_STATE unless it is a mailbox
 */
export async function cleanUp(
  ctx: CustomerContext,
  { id, olderThanDays }: z.output<typeof cleanupInput>,
): Promise<Answered<Answer<typeof cleanupOutput>>> {
  const row = await findAccount(ctx, id)
  if (row.type !== 'mailbox') throw new DomainError('WRONG_STATE', 'Only a mailbox has storage.')
  const removed = await removeOld(ctx, row, after(ctx.now(), -olderThanDays * day))
  return mutate(ctx, async (tx) => {
    if (removed > 0)
      await auditAccount(tx, ctx, { action: 'email.cleanup', row, details: { olderThanDays, removed } })
    const account = await readAccount(tx, ctx, id)
    publishAccount(tx, ctx, account)
    return { removed, account }
  })
}

async function removeOld(
  ctx: Deps,
  { userId, id }: { userId: string; id: string },
  end: Date,
): Promise<number> {
  const { emailMessages: m } = ctx.store.t
  let removed = 0
  for (;;) {
    const old = await ctx.store.read
      .select()
      .from(m)
      .where(and(eq(m.userId, userId), eq(m.accountId, id), eq(m.isFlagged, false), lt(m.receivedAt, end)))
      .orderBy(asc(m.id))
      .limit(batch)
    if (old.length === 0) return removed
    removed += await removeMessages(ctx, old)
  }
}
