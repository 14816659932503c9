import { readConnectable } from '#features/names/contract/name-faults.ts'
import { assertOwnable } from '#features/names/ownable-name.ts'
import type { Deps } from '#server/context.ts'
import { invalid } from '#shared/errors.ts'
import type { DomainName } from '#shared/names/domain-name.ts'

/**
 * A whole name that a customer may own, below whatever ending, in lower-case A-labels.
 * @throws INVALID unless it is one, each label of one writing, with room for its challenge
 */
export function readConnectableName(ctx: Deps, text: string): DomainName {
  const name = readConnectable(text)
  if ('fault' in name) throw invalid('name', name.fault)
  assertOwnable(ctx, { field: 'name', name: name.value })
  return name.value
}
