export const processingFeeRupees = 500
export const minimumMonthsLeft = 3

export type AnnualPlan = { annualFee: number; setupCharges: number; unusedMonths: number }

/**
 * Prorated refund of an annual plan in rupees: (annual fee − setup charges) × unused months / 12, less the processing fee, at
 * least 0. `null` with fewer than three months left.
 */
export function proRatedRefund({ annualFee, setupCharges, unusedMonths }: AnnualPlan): number | null {
  if (unusedMonths < minimumMonthsLeft) return null
  const share = ((annualFee - setupCharges) * unusedMonths) / 12
  return Math.max(0, Math.round(share * 100) / 100 - processingFeeRupees)
}

/** Grounds for a refund (docs/product/public-pages.md, "Refunds"). */
export const refundGrounds = ['guarantee', 'downtime', 'activation', 'annual'] as const
export type RefundGround = (typeof refundGrounds)[number]

export const refundMethods = ['upi', 'netBanking', 'card', 'bankTransfer'] as const
export type RefundMethod = (typeof refundMethods)[number]

/** Business days until the money arrives, by refund method. */
export const daysOfMethod: Record<RefundMethod, readonly [least: number, most: number]> = {
  upi: [2, 3],
  netBanking: [2, 3],
  card: [5, 7],
  bankTransfer: [7, 14],
}

export const guaranteeDays = 30
export const downtimeHours = 48
export const activationBusinessDays = 7
