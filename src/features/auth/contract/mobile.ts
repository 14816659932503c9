// White space, what Unicode leaves invisible, every dash, dots and brackets: how people write, and programs copy, numbers.
const unread = /[\p{White_Space}\p{Default_Ignorable_Code_Point}\p{Bidi_Control}\p{Pd}\u2212.()]/gu

/** The trunk zero that some write between a country's code and the number. */
const bracketedTrunk = /[([]0[)\]]/g

const digitsOf = (text: string): string =>
  text.normalize('NFKC').replace(bracketedTrunk, '').replace(unread, '').replace(/^00/, '+')

/**
 * A mobile number in E.164: `00` is `+`, ten digits from 6 to 9 mean +91, with or without a trunk zero, and neither spaces,
 * dashes, dots and brackets nor invisible characters mean anything. `null` when it is none.
 */
export function toE164(text: string): string | null {
  const digits = digitsOf(text)
  const [, national] = /^(?:\+910|0)?([6-9]\d{9})$/.exec(digits) ?? []
  if (national) return `+91${national}`
  return /^\+[1-9]\d{7,14}$/.test(digits) ? digits : null
}

/** How a mobile number begins of which the first digits were typed; see `toE164`. `null` when it is none. */
export function mobilePrefix(text: string): string | null {
  const digits = digitsOf(text)
  const [, national] = /^0?([6-9]\d{0,9})$/.exec(digits) ?? []
  if (national) return `+91${national}`
  return /^\+\d{1,15}$/.test(digits) ? digits.replace(/^\+910(?=.)/, '+91') : null
}
