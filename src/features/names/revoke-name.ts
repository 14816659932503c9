import { and, eq } from 'drizzle-orm'
import { appendAudit } from '#db/audit/audit.ts'
import type { Tx } from '#db/types.ts'
import { notify } from '#features/notifications/service/notify.ts'
import { publish } from '#server/answers/mutate.ts'
import type { Deps } from '#server/context.ts'
import { domainLost } from './mails.ts'
import { isInsideOwn, type NamedService } from './names.ts'

/**
 * Removes a service's domain because another customer verified it or a parent of it, and notifies the owner by mail. A name that
 * the owner verified as well stays. The caller has locked the name.
 */
export async function revokeName(
  tx: Tx,
  ctx: Deps,
  { id, userId, name, status }: NamedService,
): Promise<void> {
  if (await isInsideOwn(tx, { name, userId })) return
  const { userServices: s } = tx.t
  const now = ctx.now()
  const [lost] = await tx
    .update(s)
    .set({ domain: null, updatedAt: now })
    .where(and(eq(s.userId, userId), eq(s.id, id), eq(s.domain, name)))
    .returning({ id: s.id })
  if (!lost) return
  await appendAudit(tx, {
    at: now,
    actorId: null,
    action: 'service.domain-lost',
    targetType: 'service',
    targetId: id,
    userId,
    note: name,
  })
  await notify(tx, ctx, { userId, kind: 'domain.lost', template: domainLost({ id, domain: name }) })
  publish(tx, ctx, { userId, kind: 'service', id, status })
}
