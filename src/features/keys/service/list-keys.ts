import { desc, eq } from 'drizzle-orm'
import type { CustomerContext } from '#server/context.ts'
import type { Answer } from '#shared/schema.ts'
import { type keyOutput, maxKeys } from '../contract.ts'
import { presentKey } from './rows.ts'

/** The caller's keys, newest first. */
export async function listKeys(ctx: CustomerContext): Promise<Answer<typeof keyOutput>[]> {
  const { apiKeys: k } = ctx.store.t
  const rows = await ctx.store.read
    .select()
    .from(k)
    .where(eq(k.userId, ctx.user.id))
    .orderBy(desc(k.createdAt), desc(k.id))
    .limit(maxKeys)
  return rows.map((row) => presentKey(row, ctx.now()))
}
