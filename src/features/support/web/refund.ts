export const processingFeeRupees = 500
export const minimumMonthsLeft = 3

export type AnnualPlan = { annualFee: number; setupCharges: number; unusedMonths: number }

/**
 * The pro-rated refund of an annual plan in rupees: (annual fee − setup charges) × unused months / 12,
 * less the processing fee, never below nothing. `null` with fewer than three months left.
 */
export function proRatedRefund({ annualFee, setupCharges, unusedMonths }: AnnualPlan): number | null {
  if (unusedMonths < minimumMonthsLeft) return null
  const share = ((annualFee - setupCharges) * unusedMonths) / 12
  return Math.max(0, Math.round(share * 100) / 100 - processingFeeRupees)
}
