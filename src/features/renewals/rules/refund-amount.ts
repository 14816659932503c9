import { toRupees } from '#shared/money/money.ts'
import { after, day, formatDate } from '#shared/time.ts'
import { addBusinessDays } from '../contract/business-days.ts'
import { addMonths } from '../contract/calendar.ts'
import { shareLeft } from '../contract/proration.ts'
import {
  activationBusinessDays,
  downtimeHours as downtimeLimit,
  guaranteeDays,
  minimumMonthsLeft,
  processingFeeRupees,
  proRatedRefund,
  type RefundGround,
} from '../contract/refund.ts'

/** Facts for a refund. */
export type Case = {
  /** The part of the invoice that is paid and not credited yet. */
  paidPaise: number
  /** Whether the invoice is the first of a service. */
  isOrder: boolean
  orderedAt: Date
  approvedAt: Date
  activatedAt: Date | null
  period: { startsAt: Date; endsAt: Date; months: number; anchorDay: number } | null
  downtimeHours: number
  now: Date
}

export type Outcome = {
  isEligible: boolean
  reason: string
  amountPaise: number
  working: { label: string; amount: number }[]
}

const no = (reason: string): Outcome => ({ isEligible: false, reason, amountPaise: 0, working: [] })

const whole = ({ paidPaise }: Case, reason: string): Outcome => ({
  isEligible: true,
  reason,
  amountPaise: paidPaise,
  working: [{ label: 'Paid', amount: toRupees(paidPaise) }],
})

function guarantee(of: Case): Outcome {
  const until = after(of.orderedAt, guaranteeDays * day)
  if (!of.isOrder) return no('Only the invoice of an order can be refunded in full within 30 days.')
  return of.now <= until
    ? whole(
        of,
        `Ordered on ${formatDate(of.orderedAt)}: the money-back guarantee is valid until ${formatDate(until)}.`,
      )
    : no(`The money-back guarantee ended on ${formatDate(until)}.`)
}

function activation(of: Case): Outcome {
  const limit = addBusinessDays(of.approvedAt, activationBusinessDays)
  const late = of.activatedAt ?? of.now
  return late > limit
    ? whole(
        of,
        `It was not activated by ${formatDate(limit)}, ${activationBusinessDays} business days after the approval.`,
      )
    : no(`Activation is due by ${formatDate(limit)}.`)
}

function downtime(of: Case): Outcome {
  if (of.downtimeHours <= downtimeLimit) return no(`Downtime is refunded above ${downtimeLimit} hours.`)
  if (!of.period) return no('This invoice did not pay for a service period.')
  const amountPaise = Math.round(of.paidPaise * shareLeft(of.period, of.now))
  const reason = `It was down for ${of.downtimeHours} hours: the rest of the period is refunded.`
  const paid = { label: 'Paid', amount: toRupees(of.paidPaise) }
  const used = { label: 'Used of the period', amount: -toRupees(of.paidPaise - amountPaise) }
  return { isEligible: amountPaise > 0, reason, amountPaise, working: [paid, used] }
}

/** Months of the period that have not begun. */
function unusedMonths({ period, now }: Case): number {
  if (!period) return 0
  let months = 0
  for (let left = 1; left <= period.months; left += 1)
    if (addMonths(period.startsAt, period.months - left, period.anchorDay) >= now) months = left
  return months
}

function annual(of: Case): Outcome {
  if (of.period?.months !== 12) return no('Only yearly payments are refunded by the month.')
  const months = unusedMonths(of)
  const fee = toRupees(of.paidPaise)
  const amount = proRatedRefund({ annualFee: fee, setupCharges: 0, unusedMonths: months })
  if (amount === null) return no(`Fewer than ${minimumMonthsLeft} months are left.`)
  const share = Math.round((fee * months * 100) / 12) / 100
  return {
    isEligible: amount > 0,
    reason: amount > 0 ? `${months} of 12 months are unused.` : 'The processing fee exceeds the refund.',
    amountPaise: Math.round(amount * 100),
    working: [
      { label: 'Annual fee', amount: fee },
      { label: `${months} of 12 months unused`, amount: share },
      { label: 'Processing fee', amount: -processingFeeRupees },
    ],
  }
}

const grounds: Record<RefundGround, (of: Case) => Outcome> = { guarantee, activation, downtime, annual }

/** Whether this ground gives a refund, and how much (docs/product/public-pages.md, "Refunds"). */
export const calculateRefund = (ground: RefundGround, of: Case): Outcome =>
  of.paidPaise <= 0 ? no('This invoice is unpaid or already refunded in full.') : grounds[ground](of)
