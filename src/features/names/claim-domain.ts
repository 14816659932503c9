import { Duplicate } from '#db/errors.ts'
import type { Tx } from '#db/types.ts'
import { mutate } from '#server/answers/mutate.ts'
import type { CustomerContext } from '#server/context.ts'
import { DomainError } from '#shared/errors.ts'
import type { DomainName } from '#shared/names/domain-name.ts'
import { assertNoMailName } from './mail-names.ts'
import { isInsideOthers, lockName } from './names.ts'
import { assertOwnable } from './ownable-name.ts'

/** @throws INVALID for a public suffix, or a name of the portal */
export function assertFreeName(ctx: CustomerContext, domain: DomainName | null): void {
  if (domain !== null) assertOwnable(ctx, { field: 'domain', name: domain })
}

const inUse = (domain: string | null, by: string): DomainError =>
  new DomainError('DOMAIN_IN_USE', `${domain} is already used by ${by}.`, {
    fields: { domain: `This domain is already used by ${by}.` },
  })

/**
 * Runs a mutation that gives one of the caller's services this domain, and returns the result of `work`.
 * @throws DOMAIN_IN_USE when another service has it, or when it is part of another customer's domain, where the site would
 * replace that customer's; INVALID for a name reserved for mail
 */
export async function claimDomain<T>(
  ctx: CustomerContext,
  domain: DomainName | null,
  work: (tx: Tx) => Promise<T>,
) {
  try {
    return await mutate(ctx, async (tx) => {
      if (domain !== null) {
        await lockName(tx, domain)
        const wanted = { name: domain, userId: ctx.user.id }
        if (await isInsideOthers(tx, wanted)) throw inUse(domain, 'another customer')
        await assertNoMailName(tx, { field: 'domain', name: domain })
      }
      return work(tx)
    })
  } catch (error) {
    if (!(error instanceof Duplicate) || error.index !== 'user_services_domain_key') throw error
    throw inUse(domain, 'another service')
  }
}
