/** Pseudorandom numbers that repeat with the same seed, so that a failure can be reproduced. */
export type Random = {
  /** From 0 to `below`, exclusive. */
  int(below: number): number
  /** True in one of `in` cases. */
  once(inCases: number): boolean
  pick<T>(values: readonly T[]): T
}

/** The mulberry32 generator by Tommy Ettinger. */
export function createRandom(seed: number): Random {
  let state = seed >>> 0
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0
    let t = Math.imul(state ^ (state >>> 15), state | 1)
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61)
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32
  }
  const int = (below: number) => Math.floor(next() * below)
  return {
    int,
    once: (inCases) => int(inCases) === 0,
    pick<T>(values: readonly T[]): T {
      const value = values[int(values.length)]
      if (value === undefined && values.length === 0) throw new Error('nothing to pick from')
      return value as T
    },
  }
}
