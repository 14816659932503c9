import { and, eq, like, lt } from 'drizzle-orm'
import { sealAudit } from '#db/audit.ts'
import { sweepLimits } from '#db/limits.ts'
import { after, day, hour, second } from '#shared/time.ts'
import type { Chore } from './jobs.ts'

/** Chains new audit entries into the seals. */
export const sealing: Chore = {
  name: 'audit-seals',
  everyMs: 5 * second,
  run: async (ctx) => void (await sealAudit(ctx.store, ctx.now())),
}

// The list of work of the administrator goes back so far; the audit log keeps the deeds.
const jobsKeptMs = 30 * day

/** Removes what has expired: sessions, tokens, kept answers, counters, work long done, heartbeats of ended processes. */
export const sweeping: Chore = {
  name: 'sweep',
  everyMs: hour,
  async run(ctx) {
    const now = ctx.now()
    await ctx.sessions.sweep()
    await sweepLimits(ctx.store, now)
    await ctx.store.tx(async (tx) => {
      await tx.delete(tx.t.idempotencyKeys).where(lt(tx.t.idempotencyKeys.expiresAt, now))
      await tx.delete(tx.t.tokens).where(lt(tx.t.tokens.expiresAt, after(now, -day)))
      const { jobs, leases } = tx.t
      await tx.delete(jobs).where(and(lt(jobs.createdAt, after(now, -jobsKeptMs)), eq(jobs.status, 'done')))
      await tx.delete(leases).where(and(like(leases.name, 'ready:%'), lt(leases.expiresAt, after(now, -day))))
    })
  },
}
