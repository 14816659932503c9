import { and, asc, eq, isNotNull, lte } from 'drizzle-orm'
import { nextSerial } from '#features/zones/domain/raise-serial.ts'
import type { JobContext } from '#server/context.ts'
import { after, day } from '#shared/time.ts'

/** Signatures last for 30 days, so a secondary that misses one renewal still has valid ones. */
const renewalMs = 7 * day
const atOnce = 100

/**
 * Raises the serial of zones that were not signed for a week: name servers sign the new zone, and secondaries, which compare
 * only serials, copy its signatures.
 */
export async function renewSignatures(ctx: JobContext, stopping: AbortSignal): Promise<void> {
  const { domains: d } = ctx.store.t
  while (!stopping.aborted) {
    const now = ctx.now()
    const isDue = and(isNotNull(d.signedAt), lte(d.signedAt, after(now, -renewalMs)))
    const due = await ctx.store.read
      .select({ id: d.id, userId: d.userId })
      .from(d)
      .where(isDue)
      .orderBy(asc(d.signedAt), asc(d.id))
      .limit(atOnce)
    for (const { id, userId } of due) {
      const isStillDue = and(eq(d.userId, userId), eq(d.id, id), isDue)
      await ctx.store.tx(async (tx) => {
        const query = tx.select({ serial: d.zoneSerial }).from(d).where(isStillDue)
        const [zone] = await ctx.store.lock(query)
        if (!zone) return
        const to = { signedAt: now, updatedAt: now, zoneSerial: nextSerial(zone.serial, now) }
        await tx.update(tx.t.domains).set(to).where(isStillDue)
      })
    }
    if (due.length < atOnce) return
  }
}
