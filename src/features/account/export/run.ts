import { and, eq } from 'drizzle-orm'
import { z } from 'zod'
import { completeJob, type Job } from '#db/jobs.ts'
import type { Store, Tx } from '#db/types.ts'
import { assertClaim } from '#features/backups/runs/rows.ts'
import { notify } from '#features/notifications/service/notify.ts'
import { publish } from '#server/answers/mutate.ts'
import type { JobContext } from '#server/context.ts'
import { removeAll } from '#server/system/disk.ts'
import { DomainError } from '#shared/errors.ts'
import { after, day } from '#shared/time.ts'
import { exportDays } from '../contract/contract.ts'
import { exportReady } from '../mails.ts'
import { exportPath } from './folders.ts'
import { assertExportRoom } from './room.ts'
import { writeExport } from './write.ts'

export type ExportRow = Store['t']['accountExports']['$inferSelect']
type Outcome = Partial<ExportRow> & { status: 'ready' | 'failed' }

export const exportTarget = z.object({ userId: z.string(), exportId: z.string() })

/** Records the outcome of a pending export and notifies its owner. Runs in the caller's transaction. */
export async function endExport(tx: Tx, ctx: JobContext, id: string, outcome: Outcome): Promise<boolean> {
  const { accountExports: e } = tx.t
  const [row] = await tx
    .update(e)
    .set({ ...outcome, finishedAt: ctx.now() })
    .where(and(eq(e.id, id), eq(e.status, 'pending')))
    .returning()
  if (!row) return false
  const { userId } = row
  if (row.status === 'ready')
    await notify(tx, ctx, { userId, kind: 'account.export', template: exportReady(row) })
  else
    await notify(tx, ctx, {
      ...{ userId, kind: 'account.export', relatedId: id, link: '/account/data' },
      subject: 'Your data could not be exported',
      body: `${row.reason ?? ''} Please request it again.`.trim(),
    })
  return true
}

async function attempt(ctx: JobContext, job: Job, { id, userId }: ExportRow): Promise<Outcome> {
  const path = exportPath(ctx.env.DATA_DIR, id)
  try {
    await assertExportRoom(ctx, userId)
    // A worker that takes over this job writes to another name, so that no two write to one file.
    const written = await writeExport(ctx, userId, {
      path,
      temporary: `${path}.${job.fence}.tmp`,
      confirm: () => assertClaim(ctx, job),
    })
    return { status: 'ready', ...written, expiresAt: after(ctx.now(), exportDays * day) }
  } catch (error) {
    if (!(error instanceof DomainError)) throw error
    return { status: 'failed', reason: error.message }
  }
}

/** Brings a pending export to `ready` or `failed`; after a crash it starts again. */
export async function runExport(ctx: JobContext, job: Job): Promise<void> {
  const { exportId } = exportTarget.parse(job.payload)
  const { accountExports: e } = ctx.store.t
  const [row] = await ctx.store.read.select().from(e).where(eq(e.id, exportId))
  if (row?.status !== 'pending') return
  const outcome = await attempt(ctx, job, row)
  let isKept = false
  const isOurs = await completeJob(ctx.store, job, {
    now: ctx.now(),
    alongside: async (tx) => {
      isKept = await endExport(tx, ctx, row.id, outcome)
      if (isKept)
        publish(tx, ctx, { userId: row.userId, kind: 'account', id: row.id, status: outcome.status })
    },
  })
  if (isOurs && !isKept) await removeAll(exportPath(ctx.env.DATA_DIR, row.id))
}
