import { and, eq } from 'drizzle-orm'
import { auditCaller } from '#db/audit/audit.ts'
import type { Tx } from '#db/types.ts'
import type { CustomerContext } from '#server/context.ts'
import { DomainError, notFound } from '#shared/errors.ts'

/**
 * Schedules a domain of any customer for the next check, then at the usual intervals.
 * @throws NOT_FOUND, WRONG_STATE when the domain is already verified
 */
export async function checkAgain(tx: Tx, ctx: CustomerContext, id: string): Promise<void> {
  const { domains } = tx.t
  const [domain] = await ctx.store.lock(tx.select().from(domains).where(eq(domains.id, id)))
  if (!domain) throw notFound('This domain')
  const { userId, domainName, challenge } = domain
  if (challenge === null) throw new DomainError('WRONG_STATE', `${domainName} is already verified.`)
  await tx
    .update(domains)
    .set({ checkAt: ctx.now() })
    .where(and(eq(domains.userId, userId), eq(domains.id, id)))
  await auditCaller(tx, ctx, {
    action: 'domain.check',
    targetType: 'domain',
    targetId: id,
    userId,
    note: domainName,
  })
}
