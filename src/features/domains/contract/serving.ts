import { apex, type RecordType, type ZoneRecord } from '#features/zones/contract/record-types.ts'

/** Redirect target among the name itself and its `www`. */
export const wwwChoices = ['as-typed', 'to-www', 'to-bare'] as const
export type WwwChoice = (typeof wwwChoices)[number]

/** The name of a zone that visitors are redirected to; null where both are served. */
export const goalOf = (choice: WwwChoice): typeof apex | 'www' | null => {
  if (choice === 'as-typed') return null
  return choice === 'to-www' ? 'www' : apex
}

/** Longer than the life of a certificate, so that rare visitors stay protected, but short enough to turn HSTS off later. */
export const hstsDays = 180
export const daySeconds = 86_400

const leading: readonly RecordType[] = ['A', 'AAAA', 'CNAME']

/** Whether the zone has an address for one of these two names; a wildcard covers `www` without its own records (RFC 4592). */
export function isLed(
  records: readonly Pick<ZoneRecord, 'name' | 'type'>[],
  name: typeof apex | 'www',
): boolean {
  const own = records.filter((record) => record.name === name)
  const counted = own.length > 0 || name === apex ? own : records.filter((record) => record.name === '*')
  return counted.some(({ type }) => leading.includes(type))
}
