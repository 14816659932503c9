import { domainToAscii } from './names/domain-name.ts'
import { decodeLabel, isALabel, readPunycode } from './names/punycode.ts'
import { isAscii, isLetters, isOneWriting, isRightToLeft } from './text/scripts.ts'
import { isSeen } from './text/shown-text.ts'

const longestLabel = 63
const shownCharacters = 20

const quote = (text: string): string =>
  `“${text.length > shownCharacters ? `${text.slice(0, shownCharacters)}…` : text}”`

/** Whether the platform's UTS-46 has an A-label for these letters, however long. */
const isEncoded = (letters: string): boolean => URL.canParse(`http://${letters}.example/`)

const unseenSign =
  'This name has a character that nobody sees: write it anew, with letters, digits and hyphens.'

const faultOfDirection = (text: string): string =>
  `${quote(text)} breaks the Bidi rule (RFC 5893): in a name with letters that are written from right to left, each part begins with a letter, keeps to one direction, and has digits of one kind.`

const hasHyphenAtEdge = (label: string): boolean => /^-|-$/.test(label)

/** Why letters make no label, although letters do; null when they make one. */
function faultOfLetters(letters: string): string | null {
  if (/^[\u200c\u200d]/.test(letters)) return unseenSign
  if (!isLetters(letters) || hasHyphenAtEdge(letters)) return null
  if (domainToAscii(`${letters}.example`) !== null) return null
  if (isEncoded(letters))
    return `The part ${quote(letters)} is too long as the DNS writes it: a part of a name has at most ${longestLabel} characters there.`
  if (/^\p{M}/u.test(letters))
    return `The part ${quote(letters)} begins with a mark that belongs to a letter: write that letter before it.`
  if (/[\u200c\u200d]/.test(letters) && isEncoded(letters.replace(/[\u200c\u200d]/g, ''))) return unseenSign
  if (isRightToLeft(letters)) return faultOfDirection(letters)
  return `The part ${quote(letters)} has a letter or sign that no name may have (RFC 5892): write it in others.`
}

/** Why a label can be in no name at all, and what would be right; null when these rules let it pass. */
export function faultOfForm(label: string): string | null {
  if (isAscii(label) && label.length > longestLabel)
    return `A part of a name has at most ${longestLabel} characters, and ${quote(label)} has ${label.length}: write a shorter one.`
  if (!isALabel(label)) return isAscii(label) ? null : faultOfLetters(label)
  if (decodeLabel(label) !== null) return null
  const letters = readPunycode(label)
  return (
    (letters && faultOfLetters(letters)) ??
    `The part ${quote(label)} stands for no letters: write the name in its own letters, such as bücher.`
  )
}

/** The same with the letters that it is written in: pictographs, and letters of different scripts, deceive. */
export function faultOfLabel(label: string): string | null {
  const fault = faultOfForm(label)
  if (fault !== null) return fault
  if (/^..--/.test(label) && !/^xn--/i.test(label))
    return 'A name has no two hyphens as its third and fourth character: leave one out.'
  const written = decodeLabel(label) ?? label
  // Joiners where they belong have passed above.
  const sign = isLetters(written)
    ? undefined
    : [...written].find((each) => !isAscii(each) && !isLetters(each))
  if (sign !== undefined && !isSeen(sign)) return unseenSign
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

/**
 * The same of a host, whose labels may be wrong beside each other: one that begins with a digit is right by itself, and wrong
 * in a name with letters from right to left.
 */
export function faultOfHost(name: string): string | null {
  const fault = faultOfLabels(name)
  if (fault !== null) return fault
  const labels = name.split('.').map((each) => decodeLabel(each) ?? each)
  const isWritten =
    labels.every((each) => isLetters(each) && !hasHyphenAtEdge(each)) && isRightToLeft(labels.join('.'))
  return isWritten && !isEncoded(name) ? faultOfDirection(name) : null
}
