import { faultOfHost, faultOfLabels } from '#shared/labels.ts'
import { type DomainName, domainToAscii } from '#shared/names/domain-name.ts'
import { longestHost } from '#shared/names/host-names.ts'
import { plainWriting } from '#shared/text/plain-writing.ts'
import { isLetters } from '#shared/text/scripts.ts'
import { challengeName } from './challenge-name.ts'
import type { Parsed } from './read.ts'
import { tlds } from './tlds.ts'

/** A name to register, in lower-case A-labels: one label of letters, digits and hyphens below the TLD, which may be included. */
export function readRegistrable(name: string, tld: string): Parsed<DomainName> {
  const lower = plainWriting(name).toLowerCase()
  const label = lower.endsWith(`.${tld}`) ? lower.slice(0, -tld.length - 1) : lower
  const ending = tlds.find((each) => lower.endsWith(`.${each}`))
  if (ending !== undefined && ending !== tld)
    return {
      fault: `${lower} ends in .${ending}, but you selected .${tld}. Select .${ending} as the ending (tld), or enter the name without it.`,
    }
  if (label.includes('.'))
    return {
      fault: `Only names directly below .${tld} can be registered, such as example or example.${tld}.`,
    }
  if (label.startsWith('-') || label.endsWith('-'))
    return { fault: 'A name must begin and end with a letter or a digit. Remove the hyphen at its edge.' }
  const fault = faultOfLabels(label)
  if (fault !== null) return { fault }
  const ascii = isLetters(label) ? domainToAscii(`${label}.${tld}`) : null
  return ascii === null
    ? { fault: 'A name can have only letters, digits and hyphens, at most 63 of them, such as example.' }
    : { value: ascii }
}

/** A full name below any TLD, in lower-case A-labels, each label in one script, with room for its challenge. */
export function readConnectable(text: string): Parsed<DomainName> {
  const written = plainWriting(text)
  const fault = faultOfHost(written)
  if (fault !== null) return { fault }
  const name = domainToAscii(written)
  if (name === null) return { fault: 'Enter a full domain name, such as example.com.' }
  const hidden = faultOfHost(name)
  if (hidden !== null) return { fault: hidden }
  return challengeName(name).length > longestHost
    ? { fault: 'This name is too long for its verification record.' }
    : { value: name }
}
