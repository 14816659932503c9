import type { Tx } from '#db/types.ts'
import type { Context } from '#server/context.ts'

/** What a registration costs; the feature of renewals provides it. */
export interface DomainCharges {
  /** The year of a new domain is billed. Called last in its transaction. */
  registered(
    tx: Tx,
    ctx: Context,
    domain: { userId: string; id: string; domainName: string; createdAt: Date },
  ): Promise<void>
}
