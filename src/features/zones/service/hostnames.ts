import type { Store, Tx } from '#db/types.ts'
import { apex, fullName, type ZoneRecord } from '../contract/record-types.ts'
import { readAddress } from '../domain/address.ts'
import type { DomainRow } from '../domain/own.ts'
import { readZone } from './zone.ts'

/** Host names in a zone, split by whether they point to the domain's service. */
export type Hostnames = {
  here: string[]
  elsewhere: string[]
  /** The address of the service; null without one. */
  address: string | null
}

// Excludes names of protocols and proofs, which have no site.
const isHost = (name: string) => !name.includes('_')

/** The targets of each name in the zone: addresses, or an alias. */
function readTargets(records: readonly ZoneRecord[], zone: string): Map<string, string[]> {
  const targets = new Map<string, string[]>()
  for (const { name, type, value } of records)
    if (type === 'A' || type === 'AAAA' || type === 'CNAME') {
      const full = fullName(name, zone)
      targets.set(full, [...(targets.get(full) ?? []), value])
    }
  return targets
}

function pointsTo(address: string, name: string, targets: ReadonlyMap<string, string[]>): boolean {
  const seen = new Set<string>()
  const follow = (at: string): boolean => {
    if (seen.has(at)) return false
    seen.add(at)
    return (targets.get(at) ?? []).some((target) => target === address || follow(target))
  }
  return follow(name)
}

/**
 * The domain itself and `www`, which count as pointing to its service regardless of where the zone is served, and the other
 * names according to the zone, in alphabetical order.
 */
export async function listHostnames(
  read: Pick<Tx, 'select'>,
  t: Store['t'],
  domain: DomainRow,
): Promise<Hostnames> {
  const zone = domain.domainName
  const own = [apex, 'www'].map((name) => fullName(name, zone))
  const address = await readAddress(read, t, domain)
  const targets = readTargets(await readZone({ read, t }, domain), zone)
  const others = [...targets.keys()].filter((name) => isHost(name) && !own.includes(name)).sort()
  const pointsHere = (name: string) => address !== null && pointsTo(address, name, targets)
  return {
    here: [...own, ...others.filter(pointsHere)],
    elsewhere: others.filter((name) => !pointsHere(name)),
    address,
  }
}
