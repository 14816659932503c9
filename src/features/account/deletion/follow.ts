import { and, eq, inArray, isNotNull, isNull, lte } from 'drizzle-orm'
import { auditWork } from '#db/audit/audit.ts'
import { enqueueJob } from '#db/jobs.ts'
import type { Tx } from '#db/types.ts'
import { findAccountById } from '#features/auth/service/accounts.ts'
import { sendMail } from '#features/mail/send-mail.ts'
import type { JobContext } from '#server/context.ts'
import { after, day } from '#shared/time.ts'
import { reminderDays } from '../contract/contract.ts'
import { deletionKey, deletionKind } from '../kinds.ts'
import { deletionKeptForAdministration, deletionSoon } from '../mails.ts'
import { type DeletionRow, isLastAdministrator } from './request.ts'

/** Sends due reminders; the deletion follows at least a day later, even if the portal was off. */
async function remind(ctx: JobContext): Promise<void> {
  const { accountDeletions: d } = ctx.store.t
  const now = ctx.now()
  const isDue = and(
    eq(d.status, 'waiting'),
    isNull(d.remindedAt),
    lte(d.endsAt, after(now, reminderDays * day)),
  )
  for (const { id, userId, endsAt } of await ctx.store.read.select().from(d).where(isDue)) {
    const user = await findAccountById(ctx.store, userId)
    const least = after(now, reminderDays * day)
    const next = { remindedAt: now, endsAt: new Date(Math.max(endsAt.getTime(), least.getTime())) }
    await ctx.store.tx(async (tx) => {
      const [row] = await tx
        .update(tx.t.accountDeletions)
        .set(next)
        .where(and(isDue, eq(d.id, id)))
        .returning()
      if (row && user) await sendMail(tx, ctx, deletionSoon(row), user)
    })
  }
}

async function begin(tx: Tx, ctx: JobContext, { id, userId }: DeletionRow): Promise<void> {
  const { accountDeletions: d } = tx.t
  const isThis = and(eq(d.id, id), eq(d.status, 'waiting'))
  const now = ctx.now()
  const target = { targetType: 'account', targetId: userId, userId }
  if (await isLastAdministrator(tx, ctx, userId)) {
    const rows = await tx.update(d).set({ status: 'kept', endedAt: now }).where(isThis).returning()
    const { users } = tx.t
    const [user] = await tx.select().from(users).where(eq(users.id, userId))
    if (rows.length === 0 || !user) return
    await auditWork(
      tx,
      { now: ctx.now },
      { action: 'account.keep', ...target, note: 'the last administrator' },
    )
    await sendMail(tx, ctx, deletionKeptForAdministration(id), user)
    return
  }
  const rows = await tx.update(d).set({ status: 'running' }).where(isThis).returning({ id: d.id })
  if (rows.length > 0) await queue(tx, id, userId, now)
}

async function queue(tx: Tx, id: string, userId: string, now: Date): Promise<void> {
  const key = deletionKey(userId)
  await enqueueJob(tx, { kind: deletionKind, payload: { deletionId: id }, key, relatedId: id, now })
}

/** Requeues deletions whose job failed for good. */
async function repair(ctx: JobContext): Promise<void> {
  const { accountDeletions: d, jobs } = ctx.store.t
  for (const { id, userId } of await ctx.store.read.select().from(d).where(eq(d.status, 'running')))
    await ctx.store.tx(async (tx) => {
      const isLive = and(eq(jobs.key, deletionKey(userId)), inArray(jobs.status, ['queued', 'running']))
      if ((await tx.$count(jobs, isLive)) === 0) await queue(tx, id, userId, ctx.now())
    })
}

/** Sends reminders, and starts deletions whose grace period is over. */
export async function followDeletions(ctx: JobContext): Promise<void> {
  await remind(ctx)
  const { accountDeletions: d } = ctx.store.t
  const isOver = and(eq(d.status, 'waiting'), isNotNull(d.remindedAt), lte(d.endsAt, ctx.now()))
  for (const row of await ctx.store.read.select().from(d).where(isOver))
    await ctx.store.tx((tx) => begin(tx, ctx, row))
  await repair(ctx)
}
