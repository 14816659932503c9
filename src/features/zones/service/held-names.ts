import type { Tx } from '#db/types.ts'
import { findOthersServices } from '#features/names/names.ts'
import type { CustomerContext } from '#server/context.ts'
import { type DomainName, domainToAscii } from '#shared/names/domain-name.ts'
import { fullName, isLead, type ZoneRecord } from '../contract/record-types.ts'
import { answering, pathOf } from '../contract/zone-paths.ts'
import { readAddress } from '../domain/address.ts'
import type { DomainRow } from '../domain/own.ts'

type Records = readonly ZoneRecord[]
type ZoneChange = { domain: DomainRow; before: Records; after: Records }

/** Common host names, to check among all names that a wildcard covers. */
const usualLabels =
  'www api app blog shop store mail webmail admin portal my dev test staging beta demo docs help support status news forum wiki cdn static img media files m new old'.split(
    ' ',
  )

/** A service with a name also has its `www.`. */
const holdersOf = (host: string): DomainName[] =>
  [host, host.replace(/^www\./, '')].map(domainToAscii).filter((name) => name !== null)

/** The host names among those with an address or alias. */
function namesOf(records: Records): string[] {
  const own = [...new Set(records.filter(isLead).map(({ name }) => name))].filter(
    (name) => !name.includes('_'),
  )
  return own.flatMap((name) => {
    if (!name.startsWith('*')) return [name]
    const base = name.slice(2)
    return usualLabels
      .map((label) => (base === '' ? label : `${label}.${base}`))
      .filter((each) => answering(records, each) === name)
  })
}

const leadsOf = (records: Records, name: string): string =>
  JSON.stringify(records.filter((each) => each.name === name && isLead(each)).map(({ value }) => value))

/**
 * A sentence for each name that a change points to the gateway, by its own records, an alias or a wildcard, where the gateway
 * shows
 * the site of another customer whose service used the name before this domain was registered. A service that was only ordered
 * counts as well.
 */
export async function describeHeld(
  tx: Tx,
  ctx: CustomerContext,
  { domain, before, after }: ZoneChange,
): Promise<string[]> {
  const zone = domain.domainName
  const gateway = [(await readAddress(tx, tx.t, domain)) ?? ctx.env.SERVER_IP, ctx.env.SERVER_IP]
  const isNewlyLedHere = (name: string) => {
    const path = pathOf(after, name, zone)
    if (path.end !== 'addresses' || !path.values.some((value) => gateway.includes(value))) return false
    const former = pathOf(before, name, zone)
    return JSON.stringify(former) !== JSON.stringify(path) || leadsOf(before, name) !== leadsOf(after, name)
  }
  const hosts = namesOf(after)
    .filter(isNewlyLedHere)
    .map((name) => fullName(name, zone))
  const held = await findOthersServices(tx, { names: hosts.flatMap(holdersOf), userId: ctx.user.id })
  const taken = new Set(held.map(({ name }) => name))
  return hosts
    .filter((host) => holdersOf(host).some((name) => taken.has(name)))
    .map((host) => `${host} will not show your site: a service of another customer has the name.`)
}
