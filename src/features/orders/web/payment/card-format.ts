const digitsOf = (text: string, max: number): string => text.replace(/\D/g, '').slice(0, max)

/** Groups a card number in fours as embossed: `4242 4242 4242 4242`; at most 19 digits (ISO/IEC 7812). */
export const groupCardNumber = (text: string): string => digitsOf(text, 19).replace(/(\d{4})(?=\d)/g, '$1 ')

/** Formats `MM/YY` during typing: adds the slash, turns `4` into `04/`, and allows deleting over the slash. */
export function formatExpiry(text: string, before = ''): string {
  const digits = digitsOf(text, 4)
  const month = digits.length === 1 && digits > '1' ? `0${digits}` : digits
  if (before === `${text}/` || month.length < 2) return month
  return `${month.slice(0, 2)}/${month.slice(2)}`
}

export const formatCvc = (text: string): string => digitsOf(text, 4)
