/**
 * Amounts of even steps as amounts per second. One after a gap was counted since the last step that was measured, and is
 * spread over that time.
 */
export function ratesOf(amounts: readonly (number | null)[], stepSeconds: number): (number | null)[] {
  let last = -1
  return amounts.map((amount, place) => {
    if (amount === null) return null
    const steps = last < 0 ? 1 : place - last
    last = place
    return amount / (steps * stepSeconds)
  })
}
