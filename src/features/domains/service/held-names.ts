import type { Tx } from '#db/types.ts'
import { findOthersServices } from '#features/services/names.ts'
import type { CustomerContext } from '#server/context.ts'
import { fullName, isLead, type ZoneRecord } from '../contract/record-types.ts'
import { pathOf } from '../contract/zone-paths.ts'
import { readAddress } from './led-names.ts'
import type { DomainRow } from './own.ts'

type Wish = { domain: DomainRow; added: readonly ZoneRecord[]; after: readonly ZoneRecord[] }

/** The service that has a name has its `www.` too. */
const holdersOf = (host: string): string[] => [host, ...(host.startsWith('www.') ? [host.slice(4)] : [])]

/**
 * Names that the added records lead to the gateway, where it answers with the site of another customer whose service took the
 * name before this domain was its owner's: a sentence for each.
 */
export async function describeHeld(
  ctx: CustomerContext,
  tx: Tx,
  { domain, added, after }: Wish,
): Promise<string[]> {
  const zone = domain.domainName
  const gateway = [(await readAddress(tx, tx.t, domain)) ?? ctx.env.SERVER_IP, ctx.env.SERVER_IP]
  const leadsHere = (name: string) => {
    const path = pathOf(after, name, zone)
    return path.end === 'addresses' && path.values.some((value) => gateway.includes(value))
  }
  const names = [...new Set(added.filter(isLead).map(({ name }) => name))].filter(leadsHere)
  const hosts = names.map((name) => fullName(name, zone))
  const held = await findOthersServices(tx, { names: hosts.flatMap(holdersOf), userId: ctx.user.id })
  const taken = new Set(held.map(({ name }) => name))
  return hosts
    .filter((host) => holdersOf(host).some((name) => taken.has(name)))
    .map((host) => `${host} will not show your site: a service of another customer has the name.`)
}
