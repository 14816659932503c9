import { getDomain } from 'tldts'
import { domainToAscii } from '#shared/domain-name.ts'
import { longestHost } from '#shared/host-names.ts'
import { challengeName } from '../contract/challenge.ts'
import { assertWellWritten, fault } from './well-written.ts'

/** Whether others register names below it (https://publicsuffix.org): nobody owns such a name alone. */
const isPublicSuffix = (name: string): boolean => getDomain(name, { allowPrivateDomains: true }) === null

/**
 * A whole name that somebody may own, below whatever ending, in lower-case A-labels.
 * @throws INVALID unless it is one, each label of one writing, with room for its challenge
 */
export function readConnectableName(text: string): string {
  const name = domainToAscii(text)
  if (name === null) throw fault('Enter a whole domain name, such as example.com.')
  for (const label of name.split('.')) assertWellWritten(label)
  if (isPublicSuffix(name))
    throw fault(`Everybody can have a name below ${name}: enter your own, such as example.${name}.`)
  if (challengeName(name).length > longestHost)
    throw fault('This name is too long: the record that proves it would have no room.')
  return name
}
