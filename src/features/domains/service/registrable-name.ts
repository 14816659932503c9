import { invalid } from '#shared/errors.ts'
import { readRegistrable } from '../contract/name-faults.ts'

/**
 * The name to be registered, in lower-case A-labels.
 * @throws INVALID unless it is 1 to 63 letters, digits and hyphens of one writing below the TLD
 */
export function readRegistrableName(name: string, tld: string): string {
  const read = readRegistrable(name, tld)
  if ('fault' in read) throw invalid('name', read.fault)
  return read.value
}
