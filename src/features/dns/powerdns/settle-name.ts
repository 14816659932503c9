import type { Deps } from '#server/context.ts'
import { openKeys, readSealedKeys } from '../dnssec-keys.ts'
import type { PowerDns } from '../drivers/powerdns/powerdns.ts'
import { noSerial, removeZone, settleZone } from '../drivers/powerdns/settle-zone.ts'
import { buildZone } from '../drivers/zone/build.ts'
import { isWhole, readHead, readRecords, type ZoneHead } from '../read-zones.ts'
import { ancestorsOf, type WantedZones } from './wanted-zones.ts'

export type Settling = {
  powerDns: PowerDns
  /** The mark of the zones of this installation. */
  account: string
  wanted: WantedZones
  /** The serials of the zones that PowerDNS has from us, by their names. */
  known: Map<string, number>
}

type Sources = Pick<Deps, 'store' | 'secrets'>

/** Whether the name lies in a zone of PowerDNS that is not ours. */
async function isInsideOthers({ powerDns, account }: Settling, name: string): Promise<boolean> {
  for (const outer of ancestorsOf(name)) {
    const head = await powerDns.findHead(`${outer}.`)
    if (head && head.account !== account) return true
  }
  return false
}

/** The zone as it is stored now, one that is not verified without its records. @throws Error that says why it cannot be */
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
 * PowerDNS has of a name what is wanted of it.
 * @throws PowerDnsFailure, or Error that says why the zone cannot be as it is stored
 */
export async function settleName(sources: Sources, settling: Settling, name: string): Promise<void> {
  const { powerDns, account, wanted, known } = settling
  const place = { name: `${name}.`, account }
  const domain = wanted.wanted(name)
  if (known.get(name) === domain?.serial) return
  if (!domain || (!domain.isWhole && (await isInsideOthers(settling, name)))) {
    await removeZone(powerDns, place)
    known.delete(name)
    return
  }
  const head = await readHead(sources.store, domain)
  if (!head) return wanted.remove(domain.id)
  if (isWhole(head) !== domain.isWhole) return wanted.update([head], true)
  const { zone, keys } = await readZone(sources, head)
  await settleZone(powerDns, { zone, keys, account, isKnown: known.has(name) })
  known.set(name, zone.serial % 2 ** 32)
}
