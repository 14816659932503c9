import { and, eq } from 'drizzle-orm'
import type { Tx } from '#db/types.ts'
import type { Deps } from '#server/context.ts'
import type { DomainRow } from './own.ts'

/** The next serial of a zone: later than the last one, and the time of the change where that is possible (RFC 1912). */
export const nextSerial = (last: number, now: Date): number =>
  Math.max(last + 1, Math.floor(now.getTime() / 1_000))

/** A domain, locked from now on; null when it is gone. */
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
 * The zone of a domain that the caller has locked is read again by every name server, and copied by every secondary. Answers its
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
