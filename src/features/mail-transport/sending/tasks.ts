import { and, eq, gt, lt, or } from 'drizzle-orm'
import { removeRows } from '#db/rows/remove.ts'
import type { JobContext } from '#server/context.ts'
import type { ScheduledTask } from '#server/jobs/jobs.ts'
import { after, day, hour, minute } from '#shared/time.ts'

/** How long an unused file stays: a departure or a report may follow. */
const fileStaysMs = hour
/** How far back the list of outgoing mail goes. */
const rowStaysMs = 30 * day

async function sweepFiles(ctx: JobContext, stopping: AbortSignal): Promise<void> {
  const { emailQueue: q } = ctx.store.t
  const since = after(ctx.now(), -fileStaysMs)
  for await (const { file, writtenAt } of ctx.queueFiles.list()) {
    if (stopping.aborted) return
    if (writtenAt > since) continue
    const isNeeded = and(eq(q.file, file), or(eq(q.status, 'queued'), gt(q.endedAt, since)))
    const [needed] = await ctx.store.read.select({ id: q.id }).from(q).where(isNeeded).limit(1)
    if (!needed) await ctx.queueFiles.remove(file)
  }
}

async function sweepRows({ store, now }: JobContext): Promise<void> {
  const { emailQueue: q } = store.t
  await removeRows(store, { table: q, key: q.id, which: lt(q.endedAt, after(now(), -rowStaysMs)) })
}

/** Removes unused files of the queue's folder after an hour, and rows after 30 days. */
export const sweeping: ScheduledTask = {
  name: 'mail-queue',
  everyMs: 10 * minute,
  async run(ctx, stopping) {
    await sweepFiles(ctx, stopping)
    await sweepRows(ctx)
  },
}
