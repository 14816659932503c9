import { and, eq } from 'drizzle-orm'
import { z } from 'zod'
import { auditWork } from '#db/audit/audit.ts'
import type { Job } from '#db/jobs.ts'
import { findAccountById } from '#features/auth/service/accounts.ts'
import { closeAccount } from '#features/auth/service/close-account.ts'
import { assertClaim } from '#features/backups/runs/rows.ts'
import { eraseAccount as eraseKeys } from '#features/keys/service/erase.ts'
import { sendMail } from '#features/mail/send-mail.ts'
import type { JobContext } from '#server/context.ts'
import { deletionDone } from '../mails.ts'
import type { DeletionRow } from './request.ts'

const target = z.object({ deletionId: z.string() })
/** The step before the features' steps. */
const closed = 'closed'

const isRunning = ({ store: { t } }: JobContext, id: string) => {
  const { accountDeletions: d } = t
  return and(eq(d.id, id), eq(d.status, 'running'))
}

async function updateRow(ctx: JobContext, id: string, values: Partial<DeletionRow>): Promise<void> {
  await ctx.store.tx((tx) => tx.update(tx.t.accountDeletions).set(values).where(isRunning(ctx, id)))
}

/** Locks the account first; the last mail goes to its address, which is erased with it. */
async function close(ctx: JobContext, { id, userId }: DeletionRow): Promise<void> {
  const user = await findAccountById(ctx.store, userId)
  await ctx.store.tx(async (tx) => {
    const { accountDeletions: d } = tx.t
    const rows = await tx.update(d).set({ step: closed }).where(isRunning(ctx, id)).returning({ id: d.id })
    if (rows.length === 0 || !user) return
    await sendMail(tx, ctx, deletionDone(id), user)
    const entry = { action: 'account.deleted', targetType: 'account', targetId: userId, userId }
    await auditWork(tx, { now: ctx.now }, entry)
    await closeAccount(tx, ctx, userId)
  })
  await eraseKeys(ctx, userId)
}

/** Closes an account after its grace period, then erases the features' data, one feature per step. */
export async function runDeletion(ctx: JobContext, job: Job): Promise<void> {
  const { deletionId: id } = target.parse(job.payload)
  const [row] = await ctx.store.read.select().from(ctx.store.t.accountDeletions).where(isRunning(ctx, id))
  if (!row) return
  if (row.step === null) await close(ctx, row)
  const features = ctx.features.filter(({ eraseAccount }) => eraseAccount).toReversed()
  const done = features.findIndex(({ name }) => name === row.step)
  for (const { name, eraseAccount } of features.slice(done + 1)) {
    await assertClaim(ctx, job)
    await eraseAccount?.(ctx, row.userId)
    await updateRow(ctx, id, { step: name })
  }
  await updateRow(ctx, id, { status: 'done', step: null, endedAt: ctx.now() })
}
