import { domainToAscii } from './domain-name.ts'
import { decodeLabel } from './punycode.ts'
import { isAscii, isLetters, isOneWriting } from './scripts.ts'
import { isSeen } from './shown-text.ts'

const longestLabel = 63
const shownCharacters = 20

const quote = (text: string): string =>
  `“${text.length > shownCharacters ? `${text.slice(0, shownCharacters)}…` : text}”`

/** Why a label can be in no name at all, and what would be right; null when these rules let it pass. */
export function faultOfForm(label: string): string | null {
  if (isAscii(label) && label.length > longestLabel)
    return `A part of a name has at most ${longestLabel} characters, and ${quote(label)} has ${label.length}: write a shorter one.`
  if (decodeLabel(label) === null)
    return `The part ${quote(label)} stands for no letters: write the name in its own letters, such as bücher.`
  const ascii = isAscii(label) ? label : domainToAscii(`${label}.example`)
  if (ascii === null && isLetters(label) && !/^-|-$/.test(label))
    return `The part ${quote(label)} is too long as the DNS writes it: a part of a name has at most ${longestLabel} characters there.`
  return null
}

/** The same with the letters that it is written in: pictographs, and letters of different scripts, deceive. */
export function faultOfLabel(label: string): string | null {
  const fault = faultOfForm(label)
  if (fault !== null) return fault
  if (/^..--/.test(label) && !/^xn--/i.test(label))
    return 'A name has no two hyphens as its third and fourth character: leave one out.'
  const written = decodeLabel(label) ?? label
  const sign = [...written].find((each) => !isAscii(each) && !isLetters(each))
  if (sign !== undefined && !isSeen(sign))
    return 'This name has a character that nobody sees: write it anew, with letters, digits and hyphens.'
  if (sign !== undefined)
    return `The sign ${quote(sign)} is no letter: a name has letters, digits and hyphens, such as example.`
  // Digits alone would be read as an address.
  return isOneWriting(written)
    ? null
    : 'This name mixes letters of different scripts, which look alike: write it in one of them.'
}

/** What is wrong with the first label of a name that is wrong; null when none is. */
export const faultOfLabels = (name: string, faultOf = faultOfLabel): string | null =>
  name
    .split('.')
    .map(faultOf)
    .find((fault) => fault !== null) ?? null
