import { and, eq, inArray, isNull, ne } from 'drizzle-orm'
import { appendAudit } from '#db/audit.ts'
import type { Tx } from '#db/types.ts'
import type { ServiceStatus } from '#features/services/contract.ts'
import type { Deps } from '#server/context.ts'
import type { NamedService, Wanted } from './names.ts'

/** Those whose domain its owner may set. */
const nameable: ServiceStatus[] = ['active', 'restarting', 'stopped']

type By = { now: Date; actorId: string | null }

const entry = ({ now, actorId }: By, { id, userId, name }: NamedService, after: string | null) => ({
  at: now,
  actorId,
  action: 'service.domain',
  targetType: 'service',
  targetId: id,
  userId,
  note: after ?? 'none',
  details: { before: after === null ? name : null, after },
})

/**
 * The service has its customer's domain as its own, if it has none and none of that one's services has it; answers the service
 * if so. The caller has locked the name, which is nobody else's.
 */
export async function giveName(
  tx: Tx,
  { serviceId, name, userId }: Wanted & { serviceId: string },
  by: By,
): Promise<NamedService | null> {
  const { userServices: s } = tx.t
  if ((await tx.$count(s, and(eq(s.domain, name), ne(s.status, 'terminated')))) > 0) return null
  const [row] = await tx
    .update(s)
    .set({ domain: name, updatedAt: by.now })
    .where(
      and(
        eq(s.userId, userId),
        eq(s.id, serviceId),
        isNull(s.domain),
        isNull(s.busy),
        inArray(s.status, nameable),
      ),
    )
    .returning({ status: s.status })
  if (!row) return null
  const service = { id: serviceId, userId, name, status: row.status }
  await appendAudit(tx, entry(by, service, name))
  return service
}

/** No service of the customer has the name as its domain any more; answers those that had. */
export async function takeName(tx: Tx, { name, userId }: Wanted, by: By): Promise<NamedService[]> {
  const { userServices: s } = tx.t
  const rows = await tx
    .update(s)
    .set({ domain: null, updatedAt: by.now })
    .where(and(eq(s.userId, userId), eq(s.domain, name), ne(s.status, 'terminated')))
    .returning({ id: s.id, status: s.status })
  const services = rows.map((row) => ({ ...row, userId, name }))
  for (const service of services) await appendAudit(tx, entry(by, service, null))
  return services
}

/** The owners' screens and the gateways look at the services again; called once the change is committed. */
export function tellServices({ events }: Pick<Deps, 'events'>, services: readonly NamedService[]): void {
  for (const { id, userId, status } of services) events.publish({ userId, kind: 'service', id, status })
}
