import { and, asc, eq, lte } from 'drizzle-orm'
import { isOver } from '#features/services/lifecycle/ended.ts'
import type { JobContext } from '#server/context.ts'
import { auditAccount } from './audit-account.ts'
import { type AccountRow, isAccount } from './rows.ts'

const batch = 100

/** Purges an account: first its row, so that no mail is delivered to it, then its data. */
export async function purge(ctx: JobContext, row: AccountRow): Promise<void> {
  await ctx.store.tx(async (tx) => {
    await tx.delete(tx.t.emailAccounts).where(isAccount(tx.t, row))
    await auditAccount(tx, ctx, { action: 'email.purge', row })
  })
  await ctx.mailboxes.removeBox({ userId: row.userId, accountId: row.id })
}

/** Purges accounts deleted seven days ago and those of services that ended thirty days ago. */
export async function purgeAccounts(ctx: JobContext): Promise<void> {
  const { emailAccounts: a, userServices: s } = ctx.store.t
  const now = ctx.now()
  const deleted = await ctx.store.read
    .select()
    .from(a)
    .where(lte(a.purgeAt, now))
    .orderBy(asc(a.purgeAt), asc(a.id))
    .limit(batch)
  for (const row of deleted) await purge(ctx, row)
  // Scans every ended service, so once an hour is enough.
  const ended = await ctx.store.readLong((read) =>
    read
      .select({ row: a })
      .from(s)
      .innerJoin(a, and(eq(a.userId, s.userId), eq(a.serviceId, s.id)))
      .where(isOver(ctx.store.t, now))
      .limit(batch),
  )
  for (const { row } of ended) await purge(ctx, row)
}
