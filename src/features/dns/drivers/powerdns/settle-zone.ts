import type { ZoneKeys } from '../dnssec/keys.ts'
import { type } from '../wire/codes.ts'
import type { Zone } from '../zone/zone.ts'
import { PowerDnsFailure } from './failure.ts'
import type { PowerDns } from './powerdns.ts'
import { fullText, typeName } from './rdata-text.ts'
import { differenceOf, type RrSet, rrSetsOf } from './rr-sets.ts'
import { settleKeys } from './zone-keys.ts'

type Wanted = {
  /** Without its keys. */
  zone: Zone
  keys: ZoneKeys | null
  /** The mark of our zones. */
  account: string
  /** Whether PowerDNS had it when its zones were listed. */
  isKnown: boolean
}

/** The serial of no domain: they begin with 1. */
export const noSerial = 0

/** A zone of this name is there, and not ours. */
const notOurs = () =>
  new PowerDnsFailure(
    `PowerDNS has a zone of this name that does not belong to this portal, so it was not changed`,
    {
      isOutage: false,
    },
  )

const isSoa = ({ type: name }: { type: string }): boolean => name === typeName(type.SOA)

/** The sets before the keys are there: with a serial that is none of ours, so that what is left half-made is mended. */
const unfinished = (rrsets: readonly RrSet[]): RrSet[] =>
  rrsets.map((set) => {
    const [primary, mailbox, , ...times] = set.records[0]?.content.split(' ') ?? []
    const content = [primary, mailbox, noSerial, ...times].join(' ')
    return isSoa(set) ? { ...set, records: [{ content, disabled: false }] } : set
  })

/**
 * PowerDNS has the zone as it is wanted; only what differs is sent, the serial with the last of it.
 * @throws PowerDnsFailure, also when the name is that of somebody else's zone, which is left as it is
 */
export async function settleZone(
  powerDns: PowerDns,
  { zone, keys, account, isKnown }: Wanted,
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

/** PowerDNS has no zone of ours with this name. @throws PowerDnsFailure */
export async function removeZone(
  powerDns: PowerDns,
  { name, account }: { name: string; account: string },
): Promise<void> {
  const head = await powerDns.findHead(name)
  if (head?.account !== account) return
  await powerDns.remove(name)
  await powerDns.forget(name)
}
