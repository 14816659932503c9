import { and, eq, ne } from 'drizzle-orm'
import type { z } from 'zod'
import { auditCaller } from '#db/audit/audit.ts'
import type { Tx } from '#db/types.ts'
import { assertFreeName, claimDomain } from '#features/names/claim-domain.ts'
import type { Answered } from '#server/answers/answer-in.ts'
import { publish } from '#server/answers/mutate.ts'
import type { CustomerContext } from '#server/context.ts'
import { DomainError, only } from '#shared/errors.ts'
import type { Answer } from '#shared/schema.ts'
import type { ServiceStatus, serviceOutput } from './contract/contract.ts'
import type { setDomainInput } from './contract/domain.ts'
import { presentService, selectServices } from './service.ts'

type Service = Answer<typeof serviceOutput>
type SetDomainInput = z.output<typeof setDomainInput>

const refusals: Partial<Record<ServiceStatus, string>> = {
  pending: 'This service is not active yet.',
  suspended: 'This service is suspended.',
}

const ownService = (tx: Tx, ctx: CustomerContext, id: string) => {
  const { userServices } = tx.t
  return and(
    eq(userServices.userId, ctx.user.id),
    eq(userServices.id, id),
    ne(userServices.status, 'terminated'),
  )
}

/** Sets the domain, with an audit entry if it changes. */
async function storeDomain(tx: Tx, ctx: CustomerContext, { id, domain }: SetDomainInput): Promise<void> {
  const { userServices } = tx.t
  const own = ownService(tx, ctx, id)
  const service = only(await ctx.store.lock(tx.select().from(userServices).where(own)), 'This service')
  if (service.domain === domain) return
  const refusal = refusals[service.status]
  if (refusal) throw new DomainError('WRONG_STATE', refusal)
  if (service.busy)
    throw new DomainError('BUSY', 'This service is being restored. Try again when that is done.')
  await tx.update(userServices).set({ domain, updatedAt: ctx.now() }).where(own)
  await auditCaller(tx, ctx, {
    action: 'service.domain',
    targetType: 'service',
    targetId: id,
    userId: ctx.user.id,
    note: domain ?? 'none',
    details: { before: service.domain, after: domain },
  })
  publish(tx, ctx, { userId: ctx.user.id, kind: 'service', id, status: service.status })
}

/**
 * Sets the domain of the caller's service in place of the previous one; null removes it. Setting the same domain again changes
 * nothing.
 * @throws NOT_FOUND, INVALID for a name that no customer can have, DOMAIN_IN_USE, WRONG_STATE while it is pending or suspended,
 * BUSY
 */
export async function setDomain(ctx: CustomerContext, wish: SetDomainInput): Promise<Answered<Service>> {
  assertFreeName(ctx, wish.domain)
  return claimDomain(ctx, wish.domain, async (tx) => {
    await storeDomain(tx, ctx, wish)
    const row = only(await selectServices(tx).where(ownService(tx, ctx, wish.id)), 'This service')
    return presentService(ctx, row)
  })
}
