import { eq } from 'drizzle-orm'
import type { z } from 'zod'
import { auditCaller } from '#db/audit/audit.ts'
import { assertFresh } from '#features/auth/service/assert-fresh.ts'
import { lockUser } from '#features/auth/service/lock-user.ts'
import { notify } from '#features/notifications/service/notify.ts'
import type { CustomerContext } from '#server/context.ts'
import { invalid, limitReached } from '#shared/errors.ts'
import type { Answer } from '#shared/schema.ts'
import { isForAdministrators } from '#shared/scopes.ts'
import { after, day } from '#shared/time.ts'
import { type createdKeyOutput, type createKeyInput, maxKeys } from '../contract.ts'
import { hashKey, hintOf, makeKey } from '../key-text.ts'
import { keyCreated } from '../mails.ts'
import { presentKey } from './rows.ts'

/**
 * Creates a key for the caller, which only this response contains; a notice and a mail report it.
 * @throws SUDO_REQUIRED, INVALID with the field `scopes` for an administrators' scope when the caller is none, LIMIT_REACHED at
 * 50 keys
 */
export async function createKey(
  ctx: CustomerContext,
  { name, scopes, expiresInDays }: z.output<typeof createKeyInput>,
): Promise<Answer<typeof createdKeyOutput>> {
  assertFresh(ctx)
  if (!ctx.user.isAdmin && scopes.some(isForAdministrators))
    throw invalid('scopes', 'Only an administrator’s key can have this scope.')
  const [key, id, now] = [makeKey(), Bun.randomUUIDv7(), ctx.now()]
  const expiresAt = expiresInDays === null ? null : after(now, expiresInDays * day)
  const row = { id, userId: ctx.user.id, name, keyHash: hashKey(key), hint: hintOf(key), scopes, expiresAt }
  const created = { ...row, lastUsedAt: null, createdAt: now }
  await ctx.store.tx(async (tx) => {
    const { apiKeys } = tx.t
    await lockUser(tx, ctx)
    const used = await tx.$count(apiKeys, eq(apiKeys.userId, ctx.user.id))
    if (used >= maxKeys)
      throw limitReached(`You can have at most ${maxKeys} API keys. Remove one first.`, {
        limit: maxKeys,
        used,
      })
    await tx.insert(apiKeys).values(created)
    const details = { scopes, expiresAt: expiresAt?.toISOString() ?? null }
    const target = { targetType: 'api_key', targetId: id, userId: ctx.user.id }
    await auditCaller(tx, ctx, { action: 'key.create', ...target, note: name, details })
    const template = keyCreated({ id, name, scopes, expiresAt })
    await notify(tx, ctx, { userId: ctx.user.id, kind: 'security.api-key', template })
  })
  return { ...presentKey(created, now), key }
}
