import { auditCaller } from '#db/audit.ts'
import { takeName, tellServices } from '#features/services/give-name.ts'
import { type NamedService, releaseName } from '#features/services/names.ts'
import type { Answered } from '#server/answer-in.ts'
import type { CustomerContext } from '#server/context.ts'
import { countText } from '#shared/count-text.ts'
import { DomainError } from '#shared/errors.ts'
import { showName } from '#shared/labels.ts'
import { external } from '../contract/registrar.ts'
import { tellDomain } from './change-zone.ts'
import { findDomain, isDomain } from './own.ts'
import { raiseAbove } from './raise-above.ts'

/**
 * A domain that is registered elsewhere is gone from here, with its zone; if it was verified, no service has it as its domain any more.
 * @throws NOT_FOUND, WRONG_STATE while it has email accounts, and for a name that is registered here: it can only lapse
 */
export async function removeDomain(
  ctx: CustomerContext,
  { id }: { id: string },
): Promise<Answered<{ ok: true }>> {
  const removed = await ctx.store.tx(async (tx) => {
    const domain = await findDomain(ctx, id, tx)
    const { domainName: name, userId, registrar, challenge } = domain
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
    const now = ctx.now()
    await ctx.domainAddresses.remove(tx, domain)
    await tx.delete(tx.t.domains).where(isDomain(ctx, id))
    let had: NamedService[] = []
    if (challenge === null) {
      await releaseName(tx, { name, userId })
      had = await takeName(tx, { name, userId }, { now, actorId: userId })
      await raiseAbove(ctx, tx, { name, now })
    }
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
