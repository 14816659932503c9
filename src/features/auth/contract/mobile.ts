/** The limit of an e-mail address: address books copy invisible characters along with a number. */
export const mobileMaxLength = 254

// White space, invisible Unicode characters, dashes, dots, slashes and brackets: separators that people type and programs copy.
const unread = /[\p{White_Space}\p{Cf}\p{Default_Ignorable_Code_Point}\p{Pd}\u2212./()[\]]/gu

const isDigit = (code: number): boolean => /^\p{Nd}$/u.test(String.fromCodePoint(code))

/** Maps a decimal digit of any script to ASCII: the ten digits of a script are consecutive. */
function toPlainDigit(digit: string): string {
  const code = digit.codePointAt(0) ?? 0
  let zero = code
  while (isDigit(zero - 1)) zero -= 1
  return String((code - zero) % 10)
}

// Full-width characters are mapped. Other numerals are not: reading a circled or superscript one as a digit would be a guess.
const plainSigns = (text: string): string =>
  text.replace(/[^\d\p{N}]+/gu, (signs) => signs.normalize('NFKC')).replace(/(?!\d)\p{Nd}/gu, toPlainDigit)

const countryCode = [
  '1|7|2[07]|3[0-469]|4[013-9]|5[1-8]|6[0-6]|8[1246]|9[0-58]',
  '(?:2[1-689]|3[578]|42|5[09]|6[7-9]|8[035789]|9[679])\\d',
].join('|')
const whereNumbersBeginWithZero = '39|225|229|241|242|378|379'

/** The country code, with the trunk zero that some people write after it. */
const trunk = new RegExp(`^(\\+(?!${whereNumbersBeginWithZero})(?:${countryCode}))0`)

/** The trunk zero after other country codes, recognised by length where numbers may begin with it. */
const otherTrunk = /^(\+36(?=06)|\+1(?=1\d{10}$)|\+7(?=8\d{10}$))(06|.)/

/** The typed text as an optional `+` and digits; any other character stays in it. */
const digitsOf = (text: string): string =>
  plainSigns(text)
    .replace(unread, '')
    .replace(/^tel:/i, '')
    .replace(/^\+?00/, '+')
    .replace(otherTrunk, '$1')
    .replace(trunk, '$1')

/**
 * Normalises a mobile number to E.164, or returns `null`. `00` counts as `+`, a trunk zero is dropped, and ten digits from 6 to 9
 * get +91. Digits of every script, a `tel:` prefix, separators and invisible characters are accepted. A normalised number stays
 * unchanged.
 */
export function toE164(text: string): string | null {
  if (text.length > mobileMaxLength) return null
  const digits = digitsOf(text)
  const [, national] = /^(?:\+91|0)?([6-9]\d{9})$/.exec(digits) ?? []
  if (national) return `+91${national}`
  const isAbroad = /^\+(?!91)[1-9]\d{7,14}$/.test(digits) && digitsOf(digits) === digits
  return isAbroad ? digits : null
}

/** Normalised prefix of a partly typed mobile number; see `toE164`. `null` when it cannot begin one. */
export function mobilePrefix(text: string): string | null {
  const digits = digitsOf(text)
  const [, national] = /^0?([6-9]\d{0,9})$/.exec(digits) ?? []
  if (national) return `+91${national}`
  return /^\+\d{1,15}$/.test(digits) ? digits : null
}
