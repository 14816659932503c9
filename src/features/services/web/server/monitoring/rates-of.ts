/**
 * Converts amounts per step to amounts per second. An amount after a gap covers the time since the last measured step, and is
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
