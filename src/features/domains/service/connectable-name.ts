import { getDomain } from 'tldts'
import { invalid } from '#shared/errors.ts'
import { readConnectable } from '../contract/name-faults.ts'

/** Whether others register names below it (https://publicsuffix.org): nobody owns such a name alone. */
const isPublicSuffix = (name: string): boolean => getDomain(name, { allowPrivateDomains: true }) === null

/**
 * A whole name that somebody may own, below whatever ending, in lower-case A-labels.
 * @throws INVALID unless it is one, each label of one writing, with room for its challenge
 */
export function readConnectableName(text: string): string {
  const name = readConnectable(text)
  if ('fault' in name) throw invalid('name', name.fault)
  if (isPublicSuffix(name.value))
    throw invalid(
      'name',
      `Everybody can have a name below ${name.value}: enter your own, such as example.${name.value}.`,
    )
  return name.value
}
