import type { Store, Tx } from '#db/types.ts'
import { apex, fullName, type ZoneRecord } from '../contract/record-types.ts'
import { readAddress } from '../domain/address.ts'
import type { DomainRow } from '../domain/own.ts'
import { readZone } from './zone.ts'

/** Names of a zone that visitors can ask a web server by: those that lead to the service of the domain, and the others. */
export type LedNames = {
  led: string[]
  elsewhere: string[]
  /** The address of the service; null without one. */
  address: string | null
}

// Names of protocols and of proofs, where nobody serves a site.
const isHost = (name: string) => !name.includes('_')

/** Where the zone leads each of its names: to addresses, or to the name that it is another one of. */
function readTargets(records: readonly ZoneRecord[], zone: string): Map<string, string[]> {
  const targets = new Map<string, string[]>()
  for (const { name, type, value } of records)
    if (type === 'A' || type === 'AAAA' || type === 'CNAME') {
      const full = fullName(name, zone)
      targets.set(full, [...(targets.get(full) ?? []), value])
    }
  return targets
}

function leadsTo(address: string, name: string, targets: ReadonlyMap<string, string[]>): boolean {
  const seen = new Set<string>()
  const follow = (at: string): boolean => {
    if (seen.has(at)) return false
    seen.add(at)
    return (targets.get(at) ?? []).some((target) => target === address || follow(target))
  }
  return follow(name)
}

/**
 * The name of the domain itself and `www`, which always lead to its service, wherever its zone is served from, and those
 * of its other names of which the zone says so; in alphabetical order.
 */
export async function listLedNames(
  read: Pick<Tx, 'select'>,
  t: Store['t'],
  domain: DomainRow,
): Promise<LedNames> {
  const zone = domain.domainName
  const own = [apex, 'www'].map((name) => fullName(name, zone))
  const address = await readAddress(read, t, domain)
  const targets = readTargets(await readZone({ read, t }, domain), zone)
  const others = [...targets.keys()].filter((name) => isHost(name) && !own.includes(name)).sort()
  const isLed = (name: string) => address !== null && leadsTo(address, name, targets)
  return { led: [...own, ...others.filter(isLed)], elsewhere: others.filter((name) => !isLed(name)), address }
}
