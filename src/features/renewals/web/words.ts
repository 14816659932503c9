import type { Term } from '../contract/calendar.ts'
import type { RefundGround, RefundMethod } from '../contract/refund.ts'

export const termWords: Record<Term, string> = {
  monthly: 'Monthly',
  quarterly: 'Quarterly',
  yearly: 'Yearly',
}

/** `3 months`, `1 year`. */
export function monthsText(months: number): string {
  const [count, unit] = months % 12 === 0 ? [months / 12, 'year'] : [months, 'month']
  return `${count} ${unit}${count === 1 ? '' : 's'}`
}

export const groundWords: Record<RefundGround, string> = {
  guarantee: 'Within 30 days of the order',
  downtime: 'More than 48 hours of downtime',
  activation: 'Not activated within 7 business days',
  annual: 'Unused months of a yearly plan',
}

export const methodWords: Record<RefundMethod, string> = {
  upi: 'UPI',
  netBanking: 'Net banking',
  card: 'Card',
  bankTransfer: 'Bank transfer',
}
