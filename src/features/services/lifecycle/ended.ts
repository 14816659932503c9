import { and, eq, lte, ne, type SQL } from 'drizzle-orm'
import type { Schema } from '#db/schema/schema.ts'
import type { Store, Tx } from '#db/types.ts'
import { findMailUse } from '#features/names/mail-names.ts'
import { isInsideOthers, lockName } from '#features/names/names.ts'
import type { DomainName } from '#shared/names/domain-name.ts'
import { after, day } from '#shared/time.ts'
import { keptDays } from '../contract/ended.ts'

type ServiceRow = Store['t']['userServices']['$inferSelect']

const keptMs = keptDays * day

/** Services whose retention period is over. The last change of their row is their end. */
export const isOver = ({ userServices }: Pick<Schema, 'userServices'>, now: Date): SQL | undefined =>
  and(eq(userServices.status, 'terminated'), lte(userServices.updatedAt, after(now, -keptMs)))

/** The same for a row that was read by its id. */
export const isRowOver = (
  { status, updatedAt }: Pick<ServiceRow, 'status' | 'updatedAt'>,
  now: Date,
): boolean => status === 'terminated' && updatedAt <= after(now, -keptMs)

/** Whether the service of a dependent row has ended. */
export async function hasEnded(
  { read, t }: { read: Pick<Tx, '$count'>; t: Schema },
  { userId, serviceId }: { userId: string; serviceId: string | null },
): Promise<boolean> {
  if (serviceId === null) return false
  const { userServices: s } = t
  const isIt = and(eq(s.userId, userId), eq(s.id, serviceId), eq(s.status, 'terminated'))
  return (await read.$count(s, isIt)) > 0
}

/** End of the period in which an ended service can be restored; null for others, and for one that never ran. */
export function restorableUntil(
  { status, activatedAt, updatedAt }: Pick<ServiceRow, 'status' | 'activatedAt' | 'updatedAt'>,
  now: Date,
): Date | null {
  const until = after(updatedAt, keptMs)
  return status === 'terminated' && activatedAt !== null && until > now ? until : null
}

/** Whether the domain now belongs to another service, lies in another customer's domain, or is a mail host. */
async function isTaken(tx: Tx, { userId, domain }: Pick<ServiceRow, 'userId'> & { domain: DomainName }) {
  const { userServices } = tx.t
  await lockName(tx, domain)
  const holders = and(eq(userServices.domain, domain), ne(userServices.status, 'terminated'))
  return (
    (await tx.$count(userServices, holders)) > 0 ||
    (await isInsideOthers(tx, { name: domain, userId })) ||
    (await findMailUse(tx, domain)) !== null
  )
}

/** Reactivates the service, with its domain unless that is taken. Runs in the caller's transaction. */
export async function restoreService(tx: Tx, service: ServiceRow, now: Date): Promise<void> {
  const { userServices } = tx.t
  const { userId, id, domain } = service
  await tx
    .update(userServices)
    .set({
      status: 'active',
      suspendedReason: null,
      domain: domain !== null && (await isTaken(tx, { userId, domain })) ? null : domain,
      updatedAt: now,
    })
    .where(and(eq(userServices.userId, userId), eq(userServices.id, id)))
}
