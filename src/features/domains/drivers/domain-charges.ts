import type { Tx } from '#db/types.ts'
import type { Context } from '#server/context.ts'

/** Price of a registration; provided by the renewals feature. */
export interface DomainCharges {
  /** Bills the year of a new domain. Called last in its transaction. */
  registered(
    tx: Tx,
    ctx: Context,
    domain: { userId: string; id: string; domainName: string; createdAt: Date },
  ): Promise<void>
}
