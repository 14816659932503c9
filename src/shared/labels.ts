import { domainToAscii } from './names/domain-name.ts'
import { decodeLabel, isALabel, readPunycode } from './names/punycode.ts'
import { isAscii, isLetters, isOneWriting, isRightToLeft } from './text/scripts.ts'
import { isSeen } from './text/shown-text.ts'

const longestLabel = 63
const shownCharacters = 20

const quote = (text: string): string =>
  `“${text.length > shownCharacters ? `${text.slice(0, shownCharacters)}…` : text}”`

/** Whether the platform's UTS-46 has an A-label for these letters, of any length. */
const isEncoded = (letters: string): boolean => URL.canParse(`http://${letters}.example/`)

const unseenSign =
  'This name contains an invisible character. Type it again with letters, digits and hyphens.'

const faultOfDirection = (text: string): string =>
  `${quote(text)} breaks the Bidi rule (RFC 5893): in a name with right-to-left letters, each part must begin with a letter, keep one direction and use one kind of digit.`

const hasHyphenAtEdge = (label: string): boolean => /^-|-$/.test(label)

/** Why letters cannot form a label, although each is a letter; null when they can. */
function faultOfLetters(letters: string): string | null {
  if (/^[\u200c\u200d]/.test(letters)) return unseenSign
  if (!isLetters(letters) || hasHyphenAtEdge(letters)) return null
  if (domainToAscii(`${letters}.example`) !== null) return null
  if (isEncoded(letters))
    return `The part ${quote(letters)} is too long in its DNS form: a part of a name can have at most ${longestLabel} characters.`
  if (/^\p{M}/u.test(letters))
    return `The part ${quote(letters)} begins with a combining mark. Type the letter that it belongs to before it.`
  if (/[\u200c\u200d]/.test(letters) && isEncoded(letters.replace(/[\u200c\u200d]/g, ''))) return unseenSign
  if (isRightToLeft(letters)) return faultOfDirection(letters)
  return `The part ${quote(letters)} has a letter or sign that domain names cannot contain (RFC 5892). Use other letters.`
}

/** Why no name can have the label, with a correction; null when these rules accept it. */
export function faultOfForm(label: string): string | null {
  if (isAscii(label) && label.length > longestLabel)
    return `A part of a name can have at most ${longestLabel} characters, but ${quote(label)} has ${label.length}. Use a shorter one.`
  if (!isALabel(label)) return isAscii(label) ? null : faultOfLetters(label)
  if (decodeLabel(label) !== null) return null
  const letters = readPunycode(label)
  return (
    (letters && faultOfLetters(letters)) ??
    `The part ${quote(label)} does not encode any letters. Type the name in its own letters, such as bücher.`
  )
}

/** The same for new names, which also must not contain emoji or mixed scripts, since these deceive readers. */
export function faultOfLabel(label: string): string | null {
  const fault = faultOfForm(label)
  if (fault !== null) return fault
  if (/^..--/.test(label) && !/^xn--/i.test(label))
    return 'A name cannot have hyphens as both third and fourth character. Remove one.'
  const written = decodeLabel(label) ?? label
  // Valid joiners have passed the checks above.
  const sign = isLetters(written)
    ? undefined
    : [...written].find((each) => !isAscii(each) && !isLetters(each))
  if (sign !== undefined && !isSeen(sign)) return unseenSign
  if (sign !== undefined)
    return `The character ${quote(sign)} is not a letter. Names can have letters, digits and hyphens, such as example.`
  // Only digits would be read as an address.
  return isOneWriting(written)
    ? null
    : 'This name mixes letters of different scripts, which look alike. Use only one script.'
}

/** The problem with the first invalid label of a name; null when all are valid. */
export const faultOfLabels = (name: string, faultOf = faultOfLabel): string | null =>
  name
    .split('.')
    .map(faultOf)
    .find((fault) => fault !== null) ?? null

/**
 * The same for a host, whose labels may be invalid in combination: one that begins with a digit is valid alone, but not in a name
 * with right-to-left letters.
 */
export function faultOfHost(name: string): string | null {
  const fault = faultOfLabels(name)
  if (fault !== null) return fault
  const labels = name.split('.').map((each) => decodeLabel(each) ?? each)
  const isWritten =
    labels.every((each) => isLetters(each) && !hasHyphenAtEdge(each)) && isRightToLeft(labels.join('.'))
  return isWritten && !isEncoded(name) ? faultOfDirection(name) : null
}
