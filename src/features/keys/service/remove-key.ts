import { auditCaller } from '#db/audit.ts'
import type { Answered } from '#server/answer-in.ts'
import type { CustomerContext } from '#server/context.ts'
import { notFound } from '#shared/errors.ts'
import { findKey, isOwnKey } from './rows.ts'

/** The key opens nothing any more, and the streams that were opened with it end. @throws NOT_FOUND */
export async function removeKey(
  ctx: CustomerContext,
  input: { id: string },
): Promise<Answered<{ ok: true }>> {
  const { id, name } = await findKey(ctx, input.id)
  const answer = await ctx.store.tx(async (tx) => {
    const gone = await tx.delete(tx.t.apiKeys).where(isOwnKey(ctx, id)).returning({ id: tx.t.apiKeys.id })
    if (gone.length === 0) throw notFound('This API key')
    const target = { targetType: 'api_key', targetId: id, userId: ctx.user.id }
    await auditCaller(tx, ctx, { action: 'key.remove', ...target, note: name })
    return ctx.answerIn(tx, { ok: true as const })
  })
  ctx.sessions.tellEnded([{ userId: ctx.user.id, publicId: id }])
  return answer
}
