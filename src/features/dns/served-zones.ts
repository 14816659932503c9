import type { Deps } from '#server/context.ts'
import { type KeyRow, openKeys, readSealedKeys } from './dnssec-keys.ts'
import { type Name, toName } from './drivers/wire/name.ts'
import { buildZone } from './drivers/zone/build.ts'
import type { RecordRow } from './drivers/zone/rdata.ts'
import type { Zone } from './drivers/zone/zone.ts'
import type { Zones } from './drivers/zone/zones.ts'
import type { Follower } from './follow-zones.ts'
import { listInner, signedAbove } from './inner-zones.ts'
import { isWhole, readRecords, type ZoneHead } from './read-zones.ts'

type ServedVersion = Pick<ZoneHead, 'userId' | 'domainName' | 'serial'> & { isWhole: boolean }

/** The zones of this process by the ids of their domains, and the problems of those that cannot be served. */
export interface ServedZones extends Follower {
  /** The problem of each domain whose current records cannot be served. */
  readonly problems: ReadonlyMap<string, string>
  find(id: string): ServedVersion | undefined
  /**
   * Serves the zones with their records, or the previous version of one that cannot be built; an unverified name only gets its
   * name servers, so that resolvers see a delegation to them. With DNSSEC it is never served without its keys.
   */
  update(heads: readonly ZoneHead[]): Promise<void>
}

/** In place of a serial: the zone must be rebuilt. */
const stale = -1

/** `changed` is called with every zone that is new or has a new serial. */
export function createServedZones(
  zones: Zones,
  { store, log, secrets, changed }: Pick<Deps, 'store' | 'log' | 'secrets'> & { changed(zone: Zone): void },
): ServedZones {
  const served = new Map<string, ServedVersion>()
  const problems = new Map<string, string>()
  // Signed zones include delegations of the zones inside them, whichever is added or removed first.
  const outdateAbove = (apex: Name) => {
    for (const { id } of signedAbove(zones, apex)) {
      const here = served.get(id)
      if (here) served.set(id, { ...here, serial: stale })
    }
  }
  const remove = (id: string) => {
    const before = served.get(id)
    served.delete(id)
    problems.delete(id)
    if (!before) return
    const apex = toName(before.domainName)
    if (zones.get(apex)?.id === id) {
      zones.remove(apex)
      outdateAbove(apex)
    }
    zones.removeAwaited({ apex, id })
  }
  const serve = (head: ZoneHead, records: readonly RecordRow[], sealed: readonly KeyRow[]) => {
    if (!isWhole(head)) return zones.setAwaited(buildZone({ ...head, records: [] }))
    const keys = head.signedAt === null ? null : openKeys(secrets, sealed)
    const apex = toName(head.domainName)
    const inner = keys ? listInner(zones, apex) : []
    const zone = buildZone({ ...head, records, keys, inner })
    const isNew = !zones.get(apex)
    zones.set(zone)
    if (isNew) outdateAbove(apex)
    changed(zone)
  }
  const apply = (head: ZoneHead, records: readonly RecordRow[], keys: readonly KeyRow[]) => {
    const { userId, id, domainName, serial } = head
    const before = served.get(id)
    if (before && before.isWhole !== isWhole(head)) remove(id)
    served.set(id, { userId, domainName, serial, isWhole: isWhole(head) })
    try {
      serve(head, records, keys)
      problems.delete(id)
    } catch (error) {
      const problem = `${domainName}: ${error instanceof Error ? error.message : 'unreadable'}`
      if (problems.get(id) !== problem) log.error('zone not served as it is stored', { domain: id, problem })
      problems.set(id, problem)
    }
  }
  return {
    problems,
    find: (id) => served.get(id),
    ids: () => served.keys(),
    isCurrent(head) {
      const here = served.get(head.id)
      return here?.serial === head.serial && here.isWhole === isWhole(head)
    },
    async update(heads) {
      const records = await readRecords(store, heads)
      const keys = heads.some(({ signedAt }) => signedAt !== null) ? await readSealedKeys(store, heads) : null
      for (const head of heads) apply(head, records.get(head.id) ?? [], keys?.get(head.id) ?? [])
    },
    remove,
  }
}
