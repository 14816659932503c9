import { auditCaller } from '#db/audit.ts'
import type { Tx } from '#db/types.ts'
import { takeName, tellServices } from '#features/names/give-name.ts'
import { type NamedService, releaseName } from '#features/names/names.ts'
import type { Answered } from '#server/answer-in.ts'
import type { CustomerContext, OwnerContext } from '#server/context.ts'
import { countText } from '#shared/count-text.ts'
import { DomainError } from '#shared/errors.ts'
import { showName } from '#shared/show-name.ts'
import { external } from '../contract/registrar.ts'
import { tellDomain } from './change-zone.ts'
import { type DomainRow, isDomain, lockDomain } from './own.ts'
import { raiseAbove } from './raise-above.ts'

/** The domain is gone with its zone and its addresses. Returns the services that had it. Part of the caller's transaction. */
export async function dropDomain(tx: Tx, ctx: OwnerContext, domain: DomainRow): Promise<NamedService[]> {
  const { id, domainName: name, userId, challenge } = domain
  const now = ctx.now()
  await ctx.domainAddresses.remove(tx, domain)
  await tx.delete(tx.t.domains).where(isDomain(ctx, id))
  if (challenge !== null) return []
  await releaseName(tx, { name, userId })
  const had = await takeName(tx, { name, userId }, { now, actorId: userId })
  await raiseAbove(tx, ctx, { name, now })
  return had
}

/**
 * A domain that is registered elsewhere is gone from here, with its zone; if it was verified, no service has it as its domain any more.
 * @throws NOT_FOUND, WRONG_STATE while it has email accounts, and for a name that is registered here: it can only lapse
 */
export async function removeDomain(
  ctx: CustomerContext,
  { id }: { id: string },
): Promise<Answered<{ ok: true }>> {
  const removed = await ctx.store.tx(async (tx) => {
    const domain = await lockDomain(tx, ctx, id)
    const { domainName: name, userId, registrar } = domain
    if (registrar !== external)
      throw new DomainError(
        'WRONG_STATE',
        `${name} is registered here, and can only lapse: switch its renewal off, and it ends when its year is over.`,
      )
    const addresses = await ctx.domainAddresses.count(tx, domain)
    if (addresses > 0)
      throw new DomainError(
        'WRONG_STATE',
        `${showName(name)} has ${countText(addresses, 'email account')}. Delete ${addresses === 1 ? 'it' : 'them'} first.`,
      )
    const had = await dropDomain(tx, ctx, domain)
    await auditCaller(tx, ctx, {
      action: 'domain.remove',
      targetType: 'domain',
      targetId: id,
      userId,
      note: name,
    })
    return { domain, had, answer: await ctx.answerIn(tx, { ok: true as const }) }
  })
  tellDomain(ctx, removed.domain)
  tellServices(ctx, removed.had)
  return removed.answer
}
