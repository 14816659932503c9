import type { Bought, ChargeRow, TermRow } from './rows.ts'

/** State of a service: its term, its plan, and its open charges. */
export type Standing = {
  term: TermRow
  bought: Bought
  /** The unpaid renewal. */
  claim: ChargeRow | null
  /** The unpaid plan change. */
  change: ChargeRow | null
}
