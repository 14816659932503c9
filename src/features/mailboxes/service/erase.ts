import { eq } from 'drizzle-orm'
import type { EraseAccount } from '#features/account/deletion/part.ts'
import { purge } from './purge.ts'

/** Erases email accounts with their messages, deleted ones included. */
export const eraseAccount: EraseAccount = async (ctx, userId) => {
  const { emailAccounts: a } = ctx.store.t
  for (const row of await ctx.store.read.select().from(a).where(eq(a.userId, userId))) await purge(ctx, row)
}
