import { and, eq } from 'drizzle-orm'
import type { Tx } from '#db/types.ts'
import type { Deps } from '#server/context.ts'
import type { DomainRow } from './own.ts'

/** The next serial of a zone: higher than the last one, and the time of the change if possible (RFC 1912). */
export const nextSerial = (last: number, now: Date): number =>
  Math.max(last + 1, Math.floor(now.getTime() / 1_000))

/** Locks a domain; null when it has been removed. */
export async function lockDomainRow(
  tx: Tx,
  { store }: Pick<Deps, 'store'>,
  { id, userId }: Pick<DomainRow, 'id' | 'userId'>,
): Promise<DomainRow | null> {
  const { domains } = tx.t
  const isIt = and(eq(domains.userId, userId), eq(domains.id, id))
  const [domain] = await store.lock(tx.select().from(domains).where(isIt))
  return domain ?? null
}

/**
 * Makes every name server reload the zone of a domain that the caller has locked, and every secondary copy it. Returns the
 * serial.
 */
export async function raiseSerial(
  tx: Tx,
  { id, userId, zoneSerial }: Pick<DomainRow, 'id' | 'userId' | 'zoneSerial'>,
  now: Date,
): Promise<number> {
  const { domains } = tx.t
  const serial = nextSerial(zoneSerial, now)
  await tx
    .update(domains)
    .set({ zoneSerial: serial, updatedAt: now })
    .where(and(eq(domains.userId, userId), eq(domains.id, id)))
  return serial
}
