import { auditCaller } from '#db/audit/audit.ts'
import type { Tx } from '#db/types.ts'
import { unassignName } from '#features/names/assign-name.ts'
import { releaseName } from '#features/names/names.ts'
import { type DomainRow, isDomain, lockDomain } from '#features/zones/domain/own.ts'
import { publishDomain } from '#features/zones/domain/publish-domain.ts'
import { raiseAbove } from '#features/zones/domain/raise-above.ts'
import type { Answered } from '#server/answers/answer-in.ts'
import { mutate } from '#server/answers/mutate.ts'
import type { CustomerContext, OwnerContext } from '#server/context.ts'
import { DomainError } from '#shared/errors.ts'
import { showName } from '#shared/names/show-name.ts'
import { countText } from '#shared/text/count-text.ts'
import { external } from '../contract/registrar.ts'

/** Removes the domain with its zone and addresses, and from its service. */
export async function dropDomain(tx: Tx, ctx: OwnerContext, domain: DomainRow): Promise<void> {
  const { id, domainName: name, userId, challenge } = domain
  const now = ctx.now()
  await ctx.domainAddresses.remove(tx, domain)
  await tx.delete(tx.t.domains).where(isDomain(ctx, id))
  publishDomain(tx, ctx, domain)
  if (challenge !== null) return
  await releaseName(tx, { name, userId })
  await unassignName(tx, ctx, { name, userId, actorId: userId })
  await raiseAbove(tx, ctx, { name, now })
}

/**
 * Removes a connected domain with its zone; if it was verified, its service loses it as its domain.
 * @throws NOT_FOUND, WRONG_STATE while it has email accounts, and for a name registered here, which can only lapse
 */
export const removeDomain = (ctx: CustomerContext, { id }: { id: string }): Promise<Answered<{ ok: true }>> =>
  mutate(ctx, async (tx) => {
    const domain = await lockDomain(tx, ctx, id)
    const { domainName: name, userId, registrar } = domain
    if (registrar !== external)
      throw new DomainError(
        'WRONG_STATE',
        `${name} is registered here and cannot be removed. Turn off auto-renewal, and it ends with its paid year.`,
      )
    const addresses = await ctx.domainAddresses.count(tx, domain)
    if (addresses > 0)
      throw new DomainError(
        'WRONG_STATE',
        `${showName(name)} has ${countText(addresses, 'email account')}. Delete ${addresses === 1 ? 'it' : 'them'} first.`,
      )
    await dropDomain(tx, ctx, domain)
    await auditCaller(tx, ctx, {
      action: 'domain.remove',
      targetType: 'domain',
      targetId: id,
      userId,
      note: name,
    })
    return { ok: true }
  })
