import { and, eq, like, lt } from 'drizzle-orm'
import { sweepLimits } from '#db/limits.ts'
import { removeRows } from '#db/rows/remove.ts'
import { after, day, hour } from '#shared/time.ts'
import type { ScheduledTask } from './jobs.ts'

// The administrator's list of jobs goes back this far; the audit log still has the actions.
const jobsKeptMs = 30 * day

/** Deletes expired rows: sessions, tokens, stored answers, counters, old finished work, heartbeats of ended processes. */
export const sweeping: ScheduledTask = {
  name: 'sweep',
  everyMs: hour,
  async run(ctx) {
    const now = ctx.now()
    await ctx.sessions.sweep()
    await sweepLimits(ctx.store, now)
    const { tokens, jobs, idempotencyKeys } = ctx.store.t
    const isOver = lt(tokens.expiresAt, after(now, -day))
    await removeRows(ctx.store, { table: tokens, key: tokens.id, which: isOver })
    const isForgotten = and(lt(jobs.createdAt, after(now, -jobsKeptMs)), eq(jobs.status, 'done'))
    await removeRows(ctx.store, { table: jobs, key: jobs.id, which: isForgotten })
    const { expiresAt } = idempotencyKeys
    // Found by their time, since their primary key has two columns.
    await removeRows(ctx.store, { table: idempotencyKeys, key: expiresAt, which: lt(expiresAt, now) })
    await ctx.store.tx(async (tx) => {
      const { leases } = tx.t
      await tx.delete(leases).where(and(like(leases.name, 'ready:%'), lt(leases.expiresAt, after(now, -day))))
    })
  },
}
