/** Money is stored as integer paise and sent as a JSON number of rupees with at most two decimals. */

const amountPattern = /^\d{1,12}(\.\d{1,2})?$/

/** Rupees (a number or a decimal string) as integer paise; `null` when it is not an amount with at most two decimals. */
export function toPaise(rupees: number | string): number | null {
  const text = typeof rupees === 'number' ? String(rupees) : rupees.trim()
  if (!amountPattern.test(text)) return null
  const [whole = '0', fraction = ''] = text.split('.')
  return Number(whole) * 100 + Number(fraction.padEnd(2, '0'))
}

/** Integer paise as rupees for the wire: `12800`, `33.5`. */
export const toRupees = (paise: number): number => paise / 100

/** Formats rupees with this many decimals; the format is created at its first use. */
function formatBy(decimals: number): (rupees: number) => string {
  let format: Intl.NumberFormat | undefined
  return (rupees) => {
    format ??= new Intl.NumberFormat('en-IN', {
      style: 'currency',
      currency: 'INR',
      minimumFractionDigits: decimals,
      maximumFractionDigits: decimals,
    })
    return format.format(rupees)
  }
}
const whole = formatBy(0)
const exact = formatBy(2)

/** Rupees for a plan card: `₹12,800`, or `₹33.50` if there are paise. */
export const formatPrice = (rupees: number): string =>
  Number.isInteger(rupees) ? whole(rupees) : exact(rupees)

/** Rupees for a bill: two decimals and the code, `₹1,28,000.00 INR`. */
export const formatAmount = (rupees: number): string => `${exact(rupees)} INR`
