import { and, eq, inArray, isNull, ne, or } from 'drizzle-orm'
import type { Schema } from '#db/schema/schema.ts'
import type { Source, Tx } from '#db/types.ts'
import { external } from '#features/domains/contract/registrar.ts'
import type { Deps } from '#server/context.ts'
import type { ChargeRow } from '../rows.ts'

export type DomainRow = Schema['domains']['$inferSelect']

/** A domain that is registered here, locked: billing it takes this row first. */
export async function lockDomain(
  tx: Tx,
  { store }: Pick<Deps, 'store'>,
  { userId, id }: { userId: string; id: string },
): Promise<DomainRow | undefined> {
  const { domains: d } = tx.t
  const isHere = and(isNull(d.challenge), or(isNull(d.registrar), ne(d.registrar, external)))
  const [domain] = await store.lock(
    tx
      .select()
      .from(d)
      .where(and(eq(d.userId, userId), eq(d.id, id), isHere)),
  )
  return domain
}

/** The unpaid year of the domain. */
export async function readOpenOfDomain(
  { read, t }: Source,
  { userId, id }: { userId: string; id: string },
): Promise<ChargeRow | undefined> {
  const { renewalCharges: c } = t
  const [charge] = await read
    .select()
    .from(c)
    .where(and(eq(c.userId, userId), eq(c.domainId, id), eq(c.status, 'open')))
  return charge
}

/** Makes the open charges of a service's domains due for a check now. Part of the caller's transaction. */
export async function pullInDomains(
  tx: Tx,
  { userId, serviceId, now }: { userId: string; serviceId: string; now: Date },
): Promise<void> {
  const { renewalCharges: c, domains: d } = tx.t
  const own = and(eq(d.userId, userId), eq(d.serviceId, serviceId))
  const ids = tx.select({ id: d.id }).from(d).where(own)
  await tx
    .update(c)
    .set({ nextAt: now })
    .where(and(eq(c.userId, userId), eq(c.status, 'open'), inArray(c.domainId, ids)))
}
