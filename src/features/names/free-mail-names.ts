import type { Tx } from '#db/types.ts'
import type { Deps } from '#server/context.ts'
import type { DomainName } from '#shared/names/domain-name.ts'
import { mailNamesOf } from './mail-names.ts'
import { assertNoSite, findOthersServices, lockName } from './names.ts'
import { revokeName } from './revoke-name.ts'

/**
 * Frees the names reserved for the mail of a customer's verified domain: services of other customers that used one before the
 * domain was verified lose it and get a mail.
 * @throws CONFLICT when a service of that customer uses one, or of another customer who has verified it
 */
export async function freeMailNames(
  tx: Tx,
  ctx: Deps,
  { domain, userId }: { domain: DomainName; userId: string },
): Promise<void> {
  const names = mailNamesOf(domain)
  const others = await findOthersServices(tx, { names, userId })
  for (const service of others.toSorted((one, other) => (one.name < other.name ? -1 : 1))) {
    await lockName(tx, service.name)
    await revokeName(tx, ctx, service)
  }
  await assertNoSite(tx, { names })
}
