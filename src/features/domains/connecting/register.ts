import type { z } from 'zod'
import { auditCaller } from '#db/audit/audit.ts'
import { assignName } from '#features/names/assign-name.ts'
import { claimName } from '#features/names/claim-name.ts'
import { readRegistrableName } from '#features/names/read-name.ts'
import { tellDomain } from '#features/zones/domain/tell-domain.ts'
import type { Answered } from '#server/answers/answer-in.ts'
import type { CustomerContext } from '#server/context.ts'
import type { Answer } from '#shared/schema.ts'
import type { domainOutput, registerInput } from '../contract/contract.ts'
import { presentDomain } from '../service/present.ts'
import { insertDomain } from './insert-domain.ts'
import { findRoom } from './room.ts'

/**
 * The name is the caller's for a year, with a zone that leads it to the service, which has it as its domain if it had none.
 * Its first year is billed.
 * @throws INVALID, DOMAIN_IN_USE, LIMIT_REACHED by the plan, NOT_FOUND and WRONG_STATE of a named service
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
    // A name that no registry has is in no DNS but ours: nobody would see it point here.
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
    const wanted = { serviceId: room, name: domainName, userId: ctx.user.id }
    await assignName(tx, ctx, { ...wanted, actorId: ctx.user.id })
    await ctx.domainCharges.registered(tx, ctx, row)
    tellDomain(tx, ctx, row)
    return presentDomain({ source: tx, ctx }, row)
  })
}
