import { type } from './drivers/wire/codes.ts'
import { isWithin, type Name, parentOf } from './drivers/wire/name.ts'
import type { InnerZone } from './drivers/zone/build.ts'
import { findNode, findSet, type Zone } from './drivers/zone/zone.ts'
import type { Zones } from './drivers/zone/zones.ts'

/** The served zones inside one, each with its own name servers. */
export const listInner = (zones: Zones, apex: Name): InnerZone[] =>
  zones
    .all()
    .filter((zone) => zone.apex !== apex && zone.apex.endsWith(apex) && isWithin(zone.apex, apex))
    .flatMap((zone) => {
      const servers = findSet(zone, findNode(zone, ''), type.NS)
      return servers ? [{ name: zone.apex.slice(0, -apex.length), servers }] : []
    })
    .toArray()

/** The signed zones that contain a name, which they deny unless they delegate it. */
export function* signedAbove(zones: Zones, apex: Name): Generator<Zone> {
  for (let name = parentOf(apex); name !== ''; name = parentOf(name)) {
    const zone = zones.get(name)
    if (zone?.secured) yield zone
  }
}
