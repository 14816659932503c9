import type { Deps } from '#server/context.ts'
import { invalid } from '#shared/errors.ts'
import type { DomainName } from '#shared/names/domain-name.ts'
import { readConnectable, readRegistrable } from './contract/name-faults.ts'
import { assertOwnable } from './ownable-name.ts'

type ParsedName = { value: DomainName } | { fault: string }

function readOwnable(ctx: Deps, read: ParsedName): DomainName {
  if ('fault' in read) throw invalid('name', read.fault)
  assertOwnable(ctx, { field: 'name', name: read.value })
  return read.value
}

/**
 * A full name that a customer may own, below any TLD, in lower-case A-labels.
 * @throws INVALID for any other, for a label in several scripts, or without room for its challenge
 */
export const readConnectableName = (ctx: Deps, text: string): DomainName =>
  readOwnable(ctx, readConnectable(text))

/**
 * The name to register, in lower-case A-labels.
 * @throws INVALID unless it is 1 to 63 letters, digits and hyphens in one script below the TLD, and a customer may own it
 */
export const readRegistrableName = (ctx: Deps, name: string, tld: string): DomainName =>
  readOwnable(ctx, readRegistrable(name, tld))
