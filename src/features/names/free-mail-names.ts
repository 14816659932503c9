import type { Tx } from '#db/types.ts'
import type { Deps } from '#server/context.ts'
import type { DomainName } from '#shared/domain-name.ts'
import { loseName } from './lose-name.ts'
import { mailNamesOf } from './mail-names.ts'
import { assertNoSite, findOthersServices, lockName, type NamedService } from './names.ts'

/**
 * No service has a name at which programs look for the mail of a customer's verified domain: those of other customers, which
 * took it before the domain was that customer's, lose it with a mail and are answered, to be told once this is committed.
 * @throws CONFLICT when a service of that customer has one, or of somebody who has proved it
 */
export async function freeMailNames(
  tx: Tx,
  ctx: Deps,
  { domain, userId }: { domain: DomainName; userId: string },
): Promise<NamedService[]> {
  const names = mailNamesOf(domain)
  const others = await findOthersServices(tx, { names, userId })
  const lost: NamedService[] = []
  for (const service of others.toSorted((one, other) => (one.name < other.name ? -1 : 1))) {
    await lockName(tx, service.name)
    if (await loseName(tx, ctx, service)) lost.push(service)
  }
  await assertNoSite(tx, { names })
  return lost
}
