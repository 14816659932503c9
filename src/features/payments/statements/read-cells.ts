const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']

const century = 2_000

function readMonth(text: string): number {
  const named = months.indexOf(text.slice(0, 3).toLowerCase())
  return named >= 0 ? named + 1 : Number(text)
}

/** Reads a date in the formats of Indian banks, day first or ISO, as `2026-11-24`; null when it is none. */
export function readDay(text: string): string | null {
  const iso = /^(\d{4})[-/](\d{1,2})[-/](\d{1,2})/.exec(text.trim())
  const dayFirst = /^(\d{1,2})[-/. ]([a-z]{3,9}|\d{1,2})[-/., ]+(\d{4}|\d{2})(?!\d)/i.exec(text.trim())
  const [year, month, day] = iso
    ? [Number(iso[1]), Number(iso[2]), Number(iso[3])]
    : dayFirst
      ? [Number(dayFirst[3]), readMonth(dayFirst[2] ?? ''), Number(dayFirst[1])]
      : [0, 0, 0]
  const full = year < 100 ? century + year : year
  const date = new Date(Date.UTC(full, month - 1, day))
  const isReal =
    date.getUTCFullYear() === full && date.getUTCMonth() === month - 1 && date.getUTCDate() === day
  return isReal && full > century ? date.toISOString().slice(0, 10) : null
}

const amountPattern = /^\d{1,11}(\.\d{1,2})?$/

/** Reads an amount in the formats of banks, `1,28,000.00` or `₹ 99 Cr`, in paise; null for an empty, negative or invalid one. */
export function readAmount(text: string): number | null {
  const plain = text.replaceAll(/[,\s₹]|INR|Rs\.?|\(?Cr\.?\)?$/gi, '').replace(/^\+/, '')
  if (!amountPattern.test(plain)) return null
  const [whole = '0', fraction = ''] = plain.split('.')
  const paise = Number(whole) * 100 + Number(fraction.padEnd(2, '0'))
  return paise > 0 ? paise : null
}

const longestCell = 400

/** A bank's text in one line, without control characters, for storage and display. */
export const readText = (text: string): string =>
  text
    .toWellFormed()
    .replaceAll(/[\p{Cc}\p{Cf}\s]+/gu, ' ')
    .trim()
    .slice(0, longestCell)
