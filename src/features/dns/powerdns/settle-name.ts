import type { Deps } from '#server/context.ts'
import { openKeys, readSealedKeys } from '../dnssec-keys.ts'
import type { PowerDns } from '../drivers/powerdns/powerdns.ts'
import { noSerial, removeZone, settleZone } from '../drivers/powerdns/settle-zone.ts'
import { buildZone } from '../drivers/zone/build.ts'
import { isWhole, readHead, readRecords, type ZoneHead } from '../read-zones.ts'
import { ancestorsOf, type ExpectedZones } from './expected-zones.ts'

export type SyncContext = {
  powerDns: PowerDns
  /** The mark of this installation's zones. */
  account: string
  expected: ExpectedZones
  /** The serials of our zones in PowerDNS, by name. */
  serials: Map<string, number>
}

type Sources = Pick<Deps, 'store' | 'secrets'>

/** Whether a foreign PowerDNS zone contains the name. */
async function isInsideOthers({ powerDns, account }: SyncContext, name: string): Promise<boolean> {
  for (const outer of ancestorsOf(name)) {
    const head = await powerDns.findHead(`${outer}.`)
    if (head && head.account !== account) return true
  }
  return false
}

/** The currently stored zone, without records for an unverified name. @throws Error that says why it cannot be built */
async function readZone({ store, secrets }: Sources, head: ZoneHead) {
  if (!isWhole(head)) return { zone: buildZone({ ...head, serial: noSerial, records: [] }), keys: null }
  const records = (await readRecords(store, [head])).get(head.id) ?? []
  const sealed = head.signedAt === null ? null : await readSealedKeys(store, [head])
  return {
    zone: buildZone({ ...head, records }),
    keys: sealed && openKeys(secrets, sealed.get(head.id) ?? []),
  }
}

/**
 * Makes PowerDNS have the expected zone of a name.
 * @throws PowerDnsFailure, or Error that says why the zone cannot match the store
 */
export async function settleName(sources: Sources, sync: SyncContext, name: string): Promise<void> {
  const { powerDns, account, expected, serials } = sync
  const place = { name: `${name}.`, account }
  const domain = expected.zoneOf(name)
  if (serials.get(name) === domain?.serial) return
  if (!domain || (!domain.isWhole && (await isInsideOthers(sync, name)))) {
    await removeZone(powerDns, place)
    serials.delete(name)
    return
  }
  const head = await readHead(sources.store, domain)
  if (!head) return expected.remove(domain.id)
  if (isWhole(head) !== domain.isWhole) return expected.update([head], true)
  const { zone, keys } = await readZone(sources, head)
  await settleZone(powerDns, { zone, keys, account, isKnown: serials.has(name) })
  serials.set(name, zone.serial % 2 ** 32)
}
