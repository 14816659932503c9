import { apex, type RecordType, type ZoneRecord } from '#features/zones/contract/record-types.ts'

/** Which of the name itself and its `www` visitors are sent to. */
export const wwwChoices = ['as-typed', 'to-www', 'to-bare'] as const
export type WwwChoice = (typeof wwwChoices)[number]

/** The name of a zone that visitors are sent to; null where both are served. */
export const goalOf = (choice: WwwChoice): typeof apex | 'www' | null => {
  if (choice === 'as-typed') return null
  return choice === 'to-www' ? 'www' : apex
}

/** Longer than a certificate lives, so that rare visitors are kept safe; not so long that a change of mind takes years. */
export const hstsDays = 180
export const daySeconds = 86_400

const leading: readonly RecordType[] = ['A', 'AAAA', 'CNAME']

/** Whether a zone leads one of these two names anywhere; a wildcard stands for `www` without records of its own (RFC 4592). */
export function isLed(
  records: readonly Pick<ZoneRecord, 'name' | 'type'>[],
  name: typeof apex | 'www',
): boolean {
  const own = records.filter((record) => record.name === name)
  const counted = own.length > 0 || name === apex ? own : records.filter((record) => record.name === '*')
  return counted.some(({ type }) => leading.includes(type))
}
