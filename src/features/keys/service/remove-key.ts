import { auditCaller } from '#db/audit/audit.ts'
import type { Answered } from '#server/answers/answer-in.ts'
import { mutate } from '#server/answers/mutate.ts'
import type { CustomerContext } from '#server/context.ts'
import { only } from '#shared/errors.ts'
import { isOwnKey } from './rows.ts'

/** Removes the key and ends the streams opened with it. @throws NOT_FOUND */
export const removeKey = (ctx: CustomerContext, input: { id: string }): Promise<Answered<{ ok: true }>> =>
  mutate(ctx, async (tx) => {
    const gone = await tx.delete(tx.t.apiKeys).where(isOwnKey(ctx, input.id)).returning()
    const { id, name } = only(gone, 'This API key')
    const target = { targetType: 'api_key', targetId: id, userId: ctx.user.id }
    await auditCaller(tx, ctx, { action: 'key.remove', ...target, note: name })
    tx.afterCommit(() => ctx.sessions.publishEnded([{ userId: ctx.user.id, publicId: id }]))
    return { ok: true as const }
  })
