import { and, eq } from 'drizzle-orm'
import type { Tx } from '#db/types.ts'
import type { DomainRow } from '#features/zones/domain/own.ts'

const isRow = (tx: Tx, { userId, id }: DomainRow) => {
  const { domains } = tx.t
  return and(eq(domains.userId, userId), eq(domains.id, id))
}

/** Extends the registration, and reactivates an expired domain. The caller has locked it. */
export async function extendDomain(
  tx: Tx,
  domain: DomainRow,
  { until, now }: { until: Date; now: Date },
): Promise<DomainRow> {
  const status = domain.status === 'expired' ? ('active' as const) : domain.status
  const expiryDate = domain.expiryDate !== null && domain.expiryDate > until ? domain.expiryDate : until
  const set = { expiryDate, status, updatedAt: now }
  await tx.update(tx.t.domains).set(set).where(isRow(tx, domain))
  return { ...domain, ...set }
}

/** Marks the domain as expired; its zone is still served. The caller has locked it. */
export async function expireDomain(tx: Tx, domain: DomainRow, now: Date): Promise<void> {
  await tx.update(tx.t.domains).set({ status: 'expired', updatedAt: now }).where(isRow(tx, domain))
}
