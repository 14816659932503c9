import { and, eq, inArray, isNull, ne } from 'drizzle-orm'
import { appendAudit } from '#db/audit/audit.ts'
import type { Tx } from '#db/types.ts'
import type { ServiceStatus } from '#features/services/contract/contract.ts'
import { publish } from '#server/answers/mutate.ts'
import type { Deps } from '#server/context.ts'
import type { NameClaim, NamedService } from './names.ts'

/** The statuses in which an owner may set a service's domain. */
const nameable: ServiceStatus[] = ['active', 'restarting', 'stopped']

/** Audits that the service got or lost the name, and publishes the change for screens and gateways. */
async function record(
  tx: Tx,
  ctx: Deps,
  { id, userId, name, status }: NamedService,
  { actorId, isGiven }: { actorId: string | null; isGiven: boolean },
): Promise<void> {
  await appendAudit(tx, {
    at: ctx.now(),
    actorId,
    action: 'service.domain',
    targetType: 'service',
    targetId: id,
    userId,
    note: isGiven ? name : 'none',
    details: { before: isGiven ? null : name, after: isGiven ? name : null },
  })
  publish(tx, ctx, { userId, kind: 'service', id, status })
}

/**
 * Assigns the customer's domain to the service, if the service has none and no other service uses the name. The caller has locked
 * the name, which no other customer has.
 */
export async function assignName(
  tx: Tx,
  ctx: Deps,
  { serviceId, name, userId, actorId }: NameClaim & { serviceId: string; actorId: string | null },
): Promise<void> {
  const { userServices: s } = tx.t
  if ((await tx.$count(s, and(eq(s.domain, name), ne(s.status, 'terminated')))) > 0) return
  const [row] = await tx
    .update(s)
    .set({ domain: name, updatedAt: ctx.now() })
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
  if (row) await record(tx, ctx, { id: serviceId, userId, name, ...row }, { actorId, isGiven: true })
}

/** Removes the name from the customer's services. */
export async function unassignName(
  tx: Tx,
  ctx: Deps,
  { name, userId, actorId }: NameClaim & { actorId: string | null },
): Promise<void> {
  const { userServices: s } = tx.t
  const rows = await tx
    .update(s)
    .set({ domain: null, updatedAt: ctx.now() })
    .where(and(eq(s.userId, userId), eq(s.domain, name), ne(s.status, 'terminated')))
    .returning({ id: s.id, status: s.status })
  for (const row of rows) await record(tx, ctx, { ...row, userId, name }, { actorId, isGiven: false })
}
