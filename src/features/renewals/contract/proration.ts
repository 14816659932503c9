import { dayInKolkata } from '#shared/time.ts'

/** A paid period and its total price. */
export type PaidPeriod = { startsAt: Date; endsAt: Date; months: number; pricePaise: number }

/** The share of a period that is left at `now`, between 0 and 1. */
export function shareLeft({ startsAt, endsAt }: Pick<PaidPeriod, 'startsAt' | 'endsAt'>, now: Date): number {
  const whole = endsAt.getTime() - startsAt.getTime()
  const left = endsAt.getTime() - Math.max(now.getTime(), startsAt.getTime())
  return whole <= 0 ? 0 : Math.min(1, Math.max(0, left / whole))
}

/** The unused value of paid periods in paise, each rounded to the paisa. */
export const valueLeft = (periods: readonly PaidPeriod[], now: Date): number =>
  periods.reduce((sum, period) => sum + Math.round(period.pricePaise * shareLeft(period, now)), 0)

export type Proration = {
  /** Unused value of the present plan. */
  creditPaise: number
  /** Cost of the other plan for the same time. */
  costPaise: number
  /** Positive: to pay; negative: account credit. */
  differencePaise: number
}

/**
 * Prorates a change to a plan with this monthly price over the rest of the paid periods (docs/product/renewals.md, "Changing the plan").
 */
export function prorate(periods: readonly PaidPeriod[], monthlyPaise: number, now: Date): Proration {
  const creditPaise = valueLeft(periods, now)
  const atNewPrice = periods.map((period) => ({ ...period, pricePaise: monthlyPaise * period.months }))
  const costPaise = valueLeft(atNewPrice, now)
  return { creditPaise, costPaise, differencePaise: costPaise - creditPaise }
}

/** The start of the day in Kolkata: proration counts from there, so that a shown amount is valid all day. */
export const startOfDay = (now: Date): Date => new Date(`${dayInKolkata(now)}T00:00:00+05:30`)
