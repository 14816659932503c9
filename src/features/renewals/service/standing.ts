import type { Bought, ChargeRow, TermRow } from './rows.ts'

/** How a service stands: its term, its plan, and what waits. */
export type Standing = {
  term: TermRow
  bought: Bought
  /** The renewal that waits for its money. */
  claim: ChargeRow | null
  /** The change of the plan that does. */
  change: ChargeRow | null
}
