import { readRegistrable } from '#features/names/contract/name-faults.ts'
import { assertOwnable } from '#features/names/ownable-name.ts'
import type { Deps } from '#server/context.ts'
import { invalid } from '#shared/errors.ts'
import type { DomainName } from '#shared/names/domain-name.ts'

/**
 * The name to be registered, in lower-case A-labels.
 * @throws INVALID unless it is 1 to 63 letters, digits and hyphens of one writing below the TLD, and a customer may own it
 */
export function readRegistrableName(ctx: Deps, name: string, tld: string): DomainName {
  const read = readRegistrable(name, tld)
  if ('fault' in read) throw invalid('name', read.fault)
  assertOwnable(ctx, { field: 'name', name: read.value })
  return read.value
}
