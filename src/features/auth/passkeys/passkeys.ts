import { and, desc, eq } from 'drizzle-orm'
import type { z } from 'zod'
import type { Store } from '#db/types.ts'
import type { Answered } from '#server/answers/answer-in.ts'
import { mutate } from '#server/answers/mutate.ts'
import type { CustomerContext } from '#server/context.ts'
import { only } from '#shared/errors.ts'
import type { Answer } from '#shared/schema.ts'
import type { passkeyOutput, renamePasskeyInput } from '../contract/security.ts'
import { assertFresh } from '../service/assert-fresh.ts'
import { auditAccount } from '../service/audit-account.ts'
import { notifyOfChange } from '../service/send-mail.ts'

export type Passkey = Store['t']['passkeys']['$inferSelect']

export const presentPasskey = (row: Passkey): Answer<typeof passkeyOutput> => ({
  id: row.id,
  name: row.name,
  isBackedUp: row.isBackedUp,
  createdAt: row.createdAt,
  lastUsedAt: row.lastUsedAt,
})

/** The caller's own passkey. @throws NOT_FOUND */
async function findPasskey(ctx: CustomerContext, id: string): Promise<Passkey> {
  const { passkeys } = ctx.store.t
  const isOwn = and(eq(passkeys.id, id), eq(passkeys.userId, ctx.user.id))
  return only(await ctx.store.read.select().from(passkeys).where(isOwn), 'This passkey')
}

/** The caller's passkeys, newest first. */
export async function listPasskeys(ctx: CustomerContext): Promise<Answer<typeof passkeyOutput>[]> {
  const { passkeys } = ctx.store.t
  const rows = await ctx.store.read
    .select()
    .from(passkeys)
    .where(eq(passkeys.userId, ctx.user.id))
    .orderBy(desc(passkeys.createdAt), desc(passkeys.id))
  return rows.map(presentPasskey)
}

/** Renames one of the caller's passkeys. @throws NOT_FOUND */
export async function renamePasskey(
  ctx: CustomerContext,
  { id, name }: z.output<typeof renamePasskeyInput>,
): Promise<Answered<Answer<typeof passkeyOutput>>> {
  await findPasskey(ctx, id)
  return mutate(ctx, async (tx) => {
    const { passkeys } = tx.t
    const rows = await tx.update(passkeys).set({ name }).where(eq(passkeys.id, id)).returning()
    const row = only(rows, 'This passkey')
    await auditAccount(tx, ctx, { action: 'auth.passkey.rename', account: ctx.user, note: name })
    return presentPasskey(row)
  })
}

/** Removes one of the caller's passkeys and mails them. @throws NOT_FOUND, SUDO_REQUIRED */
export async function removePasskey(
  ctx: CustomerContext,
  { id }: { id: string },
): Promise<Answered<{ ok: true }>> {
  await findPasskey(ctx, id)
  assertFresh(ctx)
  return mutate(ctx, async (tx) => {
    const { passkeys } = tx.t
    const rows = await tx.delete(passkeys).where(eq(passkeys.id, id)).returning()
    const { name } = only(rows, 'This passkey')
    await auditAccount(tx, ctx, { action: 'auth.passkey.remove', account: ctx.user, note: name })
    await notifyOfChange(tx, ctx, ctx.user, 'passkey-removed')
    return { ok: true as const }
  })
}
