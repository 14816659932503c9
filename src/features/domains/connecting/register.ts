import type { z } from 'zod'
import { auditCaller } from '#db/audit/audit.ts'
import { assignName } from '#features/names/assign-name.ts'
import { claimName } from '#features/names/claim-name.ts'
import { readRegistrableName } from '#features/names/read-name.ts'
import { publishDomain } from '#features/zones/domain/publish-domain.ts'
import type { Answered } from '#server/answers/answer-in.ts'
import type { CustomerContext } from '#server/context.ts'
import type { Answer } from '#shared/schema.ts'
import type { domainOutput, registerInput } from '../contract/contract.ts'
import { presentDomain } from '../service/present.ts'
import { insertDomain } from './insert-domain.ts'
import { findRoom } from './room.ts'

/**
 * Registers the name for a year, with a zone that points it to the service, and bills the year. The service gets it as its
 * domain if it had none.
 * @throws INVALID, DOMAIN_IN_USE, LIMIT_REACHED by the plan, NOT_FOUND and WRONG_STATE for a named service
 */
export async function registerDomain(
  ctx: CustomerContext,
  { name, tld, serviceId }: z.output<typeof registerInput>,
): Promise<Answered<Answer<typeof domainOutput>>> {
  const domainName = readRegistrableName(ctx, name, tld)
  const { expiresAt } = await ctx.registrar.register({ domainName, now: ctx.now() })
  return claimName(ctx, domainName, async (tx) => {
    const room = await findRoom(tx, ctx, serviceId ?? undefined)
    const registrar = ctx.registrar.name
    // A name without a registry is in no public DNS, so it could never be seen to point here.
    const checkAt = ctx.registrar.mode === 'embedded' ? null : ctx.now()
    const wish = { domainName, serviceId: room, registrar, expiryDate: expiresAt, checkAt }
    const row = await insertDomain(tx, ctx, wish)
    await auditCaller(tx, ctx, {
      action: 'domain.register',
      targetType: 'domain',
      targetId: row.id,
      userId: ctx.user.id,
      note: domainName,
      details: { serviceId: room, registrar },
    })
    const claim = { serviceId: room, name: domainName, userId: ctx.user.id }
    await assignName(tx, ctx, { ...claim, actorId: ctx.user.id })
    await ctx.domainCharges.registered(tx, ctx, row)
    publishDomain(tx, ctx, row)
    return presentDomain({ source: tx, ctx }, row)
  })
}
