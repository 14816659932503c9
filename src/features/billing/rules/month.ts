const startOf = (month: string): Date => new Date(`${month}-01T00:00:00+05:30`)

function nextMonth(month: string): string {
  const [year = 0, number = 0] = month.split('-').map(Number)
  return number === 12 ? `${year + 1}-01` : `${year}-${String(number + 1).padStart(2, '0')}`
}

/** Start of a month in Kolkata, `2026-11`, and of the next one. */
export const rangeOf = (month: string): { from: Date; before: Date } => ({
  from: startOf(month),
  before: startOf(nextMonth(month)),
})
