import { and, eq, inArray, isNull, ne } from 'drizzle-orm'
import { appendAudit } from '#db/audit/audit.ts'
import type { Tx } from '#db/types.ts'
import type { ServiceStatus } from '#features/services/contract/contract.ts'
import { publish } from '#server/answers/mutate.ts'
import type { Deps } from '#server/context.ts'
import type { NamedService, Wanted } from './names.ts'

/** Those whose domain its owner may set. */
const nameable: ServiceStatus[] = ['active', 'restarting', 'stopped']

/** The audit log says that the service has the name from now on, or has it no longer; screens and gateways look again. */
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
 * The service has its customer's domain as its own, if it has none and none of that one's services has it. The caller has
 * locked the name, which is nobody else's.
 */
export async function giveName(
  tx: Tx,
  ctx: Deps,
  { serviceId, name, userId, actorId }: Wanted & { serviceId: string; actorId: string | null },
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

/** No service of the customer has the name as its domain any more. */
export async function takeName(
  tx: Tx,
  ctx: Deps,
  { name, userId, actorId }: Wanted & { actorId: string | null },
): Promise<void> {
  const { userServices: s } = tx.t
  const rows = await tx
    .update(s)
    .set({ domain: null, updatedAt: ctx.now() })
    .where(and(eq(s.userId, userId), eq(s.domain, name), ne(s.status, 'terminated')))
    .returning({ id: s.id, status: s.status })
  for (const row of rows) await record(tx, ctx, { ...row, userId, name }, { actorId, isGiven: false })
}
