import { dayInKolkata } from '#shared/time.ts'

/** Financial year of an instant in Kolkata, from 1 April on: `2627` is April 2026 to March 2027. */
export function financialYear(instant: Date): string {
  const [year = 0, month = 0] = dayInKolkata(instant).split('-').map(Number)
  const first = month >= 4 ? year : year - 1
  return [first, first + 1].map((each) => String(each % 100).padStart(2, '0')).join('')
}

export type Document = 'invoice' | 'billOfSupply' | 'creditNote'

const prefixes: Record<Document, string> = { invoice: 'INV', billOfSupply: 'BOS', creditNote: 'CN' }

/** Series of a kind of document in the financial year of `instant`: `INV/2627`. */
export const seriesOf = (document: Document, instant: Date): string =>
  `${prefixes[document]}/${financialYear(instant)}`

/** `INV/2627/000001`: at most 16 characters, letters, digits and slashes (CGST Rules, rule 46 (b)). */
export const numberOf = (series: string, place: number): string =>
  `${series}/${String(place).padStart(6, '0')}`
