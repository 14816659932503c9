import { domainToAscii } from '#shared/domain-name.ts'
import { isLetters } from './scripts.ts'
import { assertWellWritten, fault } from './well-written.ts'

/** The part of the name before its TLD; the TLD may be written at its end. @throws INVALID */
function labelOf(name: string, tld: string): string {
  const lower = name.trim().toLowerCase().replace(/\.$/, '')
  const label = lower.endsWith(`.${tld}`) ? lower.slice(0, -tld.length - 1) : lower
  if (label.includes('.'))
    throw fault(`Only names directly below .${tld} are registered: write example or example.${tld}.`)
  return label
}

/**
 * The name to be registered, in lower-case A-labels.
 * @throws INVALID unless it is 1 to 63 letters, digits and hyphens of one writing below the TLD
 */
export function readRegistrableName(name: string, tld: string): string {
  const label = labelOf(name, tld)
  if (label.startsWith('-') || label.endsWith('-'))
    throw fault('A name begins and ends with a letter or a digit: remove the hyphen at its edge.')
  const ascii = isLetters(label) ? domainToAscii(`${label}.${tld}`) : null
  const [first = ''] = ascii?.split('.') ?? []
  if (ascii === null) {
    if (/^[a-z0-9-]{64,}$/.test(label)) throw fault('A name has at most 63 characters before its ending.')
    throw fault('A name has letters, digits and hyphens only, at most 63 of them, such as example.')
  }
  assertWellWritten(first)
  return ascii
}
