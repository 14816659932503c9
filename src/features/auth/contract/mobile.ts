/** As long as an e-mail address may be: address books copy invisible characters with a number. */
export const mobileMaxLength = 254

// White space, what Unicode leaves invisible, every dash, dots, slashes and brackets: how people write, and programs copy, numbers.
const unread = /[\p{White_Space}\p{Cf}\p{Default_Ignorable_Code_Point}\p{Pd}\u2212./()[\]]/gu

const isDigit = (code: number): boolean => /^\p{Nd}$/u.test(String.fromCodePoint(code))

/** A decimal digit of any script as one of ASCII: ten that follow each other are a script's. */
function toPlainDigit(digit: string): string {
  const code = digit.codePointAt(0) ?? 0
  let zero = code
  while (isDigit(zero - 1)) zero -= 1
  return String((code - zero) % 10)
}

// Full-width signs are signs. Other numbers are left: that a circled one or a superscript is a digit would be a guess.
const plainSigns = (text: string): string =>
  text.replace(/[^\d\p{N}]+/gu, (signs) => signs.normalize('NFKC')).replace(/(?!\d)\p{Nd}/gu, toPlainDigit)

const countryCode = [
  '1|7|2[07]|3[0-469]|4[013-9]|5[1-8]|6[0-6]|8[1246]|9[0-58]',
  '(?:2[1-689]|3[578]|42|5[09]|6[7-9]|8[035789]|9[679])\\d',
].join('|')
const whereNumbersBeginWithZero = '39|225|229|241|242|378|379'

/** The code of a country, and the trunk zero that some write after it. */
const trunk = new RegExp(`^(\\+(?!${whereNumbersBeginWithZero})(?:${countryCode}))0`)

/** What some write after other codes to call within the country: told by the length where numbers may begin so. */
const otherTrunk = /^(\+36(?=06)|\+1(?=1\d{10}$)|\+7(?=8\d{10}$))(06|.)/

/** What was typed as `+` and digits, or as digits alone, with whatever is no part of a number still in it. */
const digitsOf = (text: string): string =>
  plainSigns(text)
    .replace(unread, '')
    .replace(/^tel:/i, '')
    .replace(/^\+?00/, '+')
    .replace(otherTrunk, '$1')
    .replace(trunk, '$1')

/**
 * A mobile number in E.164; `null` when it is none. `00` is `+`, a trunk zero goes, and ten digits from 6 to 9 mean +91, which
 * nothing else follows. Digits of every script are digits, `tel:` may be before them, and neither spaces, dashes, dots, slashes
 * and brackets nor invisible characters mean anything. A number in this form is its own.
 */
export function toE164(text: string): string | null {
  if (text.length > mobileMaxLength) return null
  const digits = digitsOf(text)
  const [, national] = /^(?:\+91|0)?([6-9]\d{9})$/.exec(digits) ?? []
  if (national) return `+91${national}`
  const isAbroad = /^\+(?!91)[1-9]\d{7,14}$/.test(digits) && digitsOf(digits) === digits
  return isAbroad ? digits : null
}

/** How a mobile number begins of which the first digits were typed; see `toE164`. `null` when it is none. */
export function mobilePrefix(text: string): string | null {
  const digits = digitsOf(text)
  const [, national] = /^0?([6-9]\d{0,9})$/.exec(digits) ?? []
  if (national) return `+91${national}`
  return /^\+\d{1,15}$/.test(digits) ? digits : null
}
