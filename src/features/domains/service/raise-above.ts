import { and, eq, inArray, isNotNull, isNull } from 'drizzle-orm'
import type { Tx } from '#db/types.ts'
import { nextSerial } from './change-zone.ts'

/**
 * The signed zones that a domain lies in have a higher serial, whoever has them: they delegate the domain while it is answered
 * for, and their secondaries have to learn of that.
 */
export async function raiseAbove(tx: Tx, name: string, now: Date): Promise<void> {
  const { domains: d } = tx.t
  const labels = name.split('.')
  const above = labels.slice(1, -1).map((_, first) => labels.slice(first + 1).join('.'))
  if (above.length === 0) return
  const rows = await tx
    .select({ id: d.id, userId: d.userId, serial: d.zoneSerial })
    .from(d)
    .where(and(inArray(d.domainName, above), isNull(d.challenge), isNotNull(d.signedAt)))
  for (const { id, userId, serial } of rows)
    await tx
      .update(d)
      .set({ zoneSerial: nextSerial(serial, now), updatedAt: now })
      .where(and(eq(d.userId, userId), eq(d.id, id)))
}
