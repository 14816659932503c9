import type { Invariant } from '#server/feature.ts'
import { countMissingFiles } from './upkeep/check-bytes.ts'
import { countWrongTotals } from './upkeep/check-totals.ts'

export const invariants: readonly Invariant[] = [
  { name: 'every file has its bytes', count: countMissingFiles },
  { name: 'the totals of every folder are those of its files', count: countWrongTotals },
]
