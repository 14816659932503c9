import { and, count, desc, eq, isNull } from 'drizzle-orm'
import type { Tx } from '#db/types.ts'
import { lockActiveService, type OwnService } from '#features/services/service.ts'
import type { CustomerContext } from '#server/context.ts'
import { DomainError, limitReached } from '#shared/errors.ts'
import { countText } from '#shared/text/count-text.ts'
import { type AccountType, maxOthers } from '../contract/rules.ts'
import type { AddressDomain } from './domains.ts'

/**
 * Locks the service of an address: that of its domain, else the caller's newest active one.
 * @throws WRONG_STATE and BUSY of the service
 */
export async function findService(tx: Tx, ctx: CustomerContext, home: AddressDomain): Promise<OwnService> {
  if (home.serviceId !== null) return lockActiveService(tx, ctx, home.serviceId)
  const { userServices: s } = tx.t
  const [newest] = await tx
    .select({ id: s.id })
    .from(s)
    .where(and(eq(s.userId, ctx.user.id), eq(s.status, 'active')))
    .orderBy(desc(s.createdAt), desc(s.id))
    .limit(1)
  if (!newest) throw new DomainError('WRONG_STATE', 'None of your services is active.')
  return lockActiveService(tx, ctx, newest.id)
}

/**
 * Checks that the locked service may have one more account of this type: the plan limits mailboxes, `maxOthers` the other types.
 * @throws LIMIT_REACHED
 */
export async function assertCapacity(tx: Tx, service: OwnService, type: AccountType): Promise<void> {
  const { emailAccounts: a } = tx.t
  const counts = await tx
    .select({ type: a.type, used: count() })
    .from(a)
    .where(and(eq(a.userId, service.userId), eq(a.serviceId, service.id), isNull(a.deletedAt)))
    .groupBy(a.type)
  const isMailbox = type === 'mailbox'
  const used = counts
    .filter((each) => (each.type === 'mailbox') === isMailbox)
    .reduce((sum, each) => sum + each.used, 0)
  const limit = isMailbox ? service.limits.mailboxes : maxOthers
  if (used < limit) return
  const allowed = isMailbox
    ? countText(limit, 'mailbox', 'mailboxes')
    : `${maxOthers} forwardings and aliases`
  throw limitReached(
    limit === 0
      ? 'This plan has no mailboxes.'
      : `This plan has ${allowed}. Delete one first, or choose a larger plan.`,
    { limit, used },
  )
}
