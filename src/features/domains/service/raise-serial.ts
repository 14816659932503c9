import { and, eq } from 'drizzle-orm'
import type { Tx } from '#db/types.ts'
import type { Deps } from '#server/context.ts'
import { nextSerial } from './change-zone.ts'
import type { DomainRow } from './own.ts'

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

/** The zone of a domain that the caller has locked is read again by every name server, and copied by every secondary. */
export async function raiseSerial(
  tx: Tx,
  { id, userId, zoneSerial }: Pick<DomainRow, 'id' | 'userId' | 'zoneSerial'>,
  now: Date,
): Promise<void> {
  const { domains } = tx.t
  await tx
    .update(domains)
    .set({ zoneSerial: nextSerial(zoneSerial, now), updatedAt: now })
    .where(and(eq(domains.userId, userId), eq(domains.id, id)))
}
