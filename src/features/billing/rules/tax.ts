/** Parts of an amount in paise; the total includes the tax. */
export type TaxParts = {
  totalPaise: number
  taxablePaise: number
  cgstPaise: number
  sgstPaise: number
  igstPaise: number
}

/** `intra`: supplier and place of supply are in one state. `none`: the supplier is not registered. */
export type TaxKind = 'intra' | 'inter' | 'none'

/** The rate of GST on hosting, in percent (heading 9983 of Notification 11/2017, Central Tax (Rate)). */
export const gstPercent = 18

/**
 * The tax included in `totalPaise`: half each for the centre and the state within one state, all of it integrated across states.
 * The parts add up to the total, and CGST equals SGST, to the paisa.
 */
export function splitTax(totalPaise: number, kind: TaxKind): TaxParts {
  const parts = { totalPaise, taxablePaise: totalPaise, cgstPaise: 0, sgstPaise: 0, igstPaise: 0 }
  if (kind === 'none') return parts
  // Rounds half away from zero, so that a refund mirrors the charge.
  const share = (percent: number) =>
    Math.sign(totalPaise) * Math.round((Math.abs(totalPaise) * percent) / (100 + gstPercent)) || 0
  if (kind === 'inter') {
    const igstPaise = share(gstPercent)
    return { ...parts, taxablePaise: totalPaise - igstPaise, igstPaise }
  }
  const half = share(gstPercent / 2)
  return { ...parts, taxablePaise: totalPaise - 2 * half, cgstPaise: half, sgstPaise: half }
}

/** Sums each part. */
export const addTax = (all: readonly TaxParts[]): TaxParts =>
  all.reduce(
    (sum, parts) => ({
      totalPaise: sum.totalPaise + parts.totalPaise,
      taxablePaise: sum.taxablePaise + parts.taxablePaise,
      cgstPaise: sum.cgstPaise + parts.cgstPaise,
      sgstPaise: sum.sgstPaise + parts.sgstPaise,
      igstPaise: sum.igstPaise + parts.igstPaise,
    }),
    splitTax(0, 'none'),
  )
