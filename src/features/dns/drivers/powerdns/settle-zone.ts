import type { ZoneKeys } from '../dnssec/keys.ts'
import { type } from '../wire/codes.ts'
import type { Zone } from '../zone/zone.ts'
import { PowerDnsFailure } from './failure.ts'
import type { PowerDns } from './powerdns.ts'
import { fullText, typeName } from './rdata-text.ts'
import { differenceOf, type RrSet, rrSetsOf } from './rr-sets.ts'
import { settleKeys } from './zone-keys.ts'

type ExpectedZone = {
  /** Without its keys. */
  zone: Zone
  keys: ZoneKeys | null
  /** The account name that marks our zones. */
  account: string
  /** Whether PowerDNS listed it among its zones. */
  isKnown: boolean
}

/** Not a domain's serial, since those begin with 1. */
export const noSerial = 0

/** A zone of this name exists and is not ours. */
const notOurs = () =>
  new PowerDnsFailure(
    `PowerDNS has a zone of this name that does not belong to this portal, so it was not changed`,
    {
      isOutage: false,
    },
  )

const isSoa = ({ type: name }: { type: string }): boolean => name === typeName(type.SOA)

/** Writes the sets before the keys, with a serial that is not ours, so that an incomplete zone is completed later. */
const unfinished = (rrsets: readonly RrSet[]): RrSet[] =>
  rrsets.map((set) => {
    const [primary, mailbox, , ...times] = set.records[0]?.content.split(' ') ?? []
    const content = [primary, mailbox, noSerial, ...times].join(' ')
    return isSoa(set) ? { ...set, records: [{ content, disabled: false }] } : set
  })

/**
 * Updates the zone in PowerDNS; only differences are sent, the serial last.
 * @throws PowerDnsFailure, also when the name belongs to a foreign zone, which stays unchanged
 */
export async function settleZone(
  powerDns: PowerDns,
  { zone, keys, account, isKnown }: ExpectedZone,
): Promise<void> {
  const name = fullText(zone.apex)
  const wanted = rrSetsOf(zone)
  let present = isKnown ? await powerDns.read(name) : null
  if (!present) {
    const isMade = await powerDns.create({ name, account, rrsets: keys ? unfinished(wanted) : wanted })
    if (isMade && !keys) return powerDns.forget(name)
    present = await powerDns.read(name)
  }
  if (present?.account !== account) throw notOurs()
  const hasNewKeys = await settleKeys(powerDns, { name, isSigned: present.dnssec, keys })
  const before = hasNewKeys ? present.rrsets.filter((set) => !isSoa(set)) : present.rrsets
  const changes = differenceOf(before, wanted)
  if (changes.length === 0) return
  await powerDns.patch(name, changes)
  await powerDns.forget(name)
}

/** Deletes our zone of this name from PowerDNS. @throws PowerDnsFailure */
export async function removeZone(
  powerDns: PowerDns,
  { name, account }: { name: string; account: string },
): Promise<void> {
  const head = await powerDns.findHead(name)
  if (head?.account !== account) return
  await powerDns.remove(name)
  await powerDns.forget(name)
}
