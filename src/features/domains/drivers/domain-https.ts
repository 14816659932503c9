import type { Tx } from '#db/types.ts'
import type { DomainRow } from '#features/zones/domain/own.ts'
import type { OwnerContext } from '#server/context.ts'

/** HTTPS of domains; the feature of certificates provides it. */
export interface DomainHttps {
  /**
   * A certificate of the domain, which the caller has locked, is wanted from now on. Says whether browsers will trust it;
   * null while the domain can have none.
   */
  switchOn(tx: Tx, ctx: OwnerContext, domain: DomainRow): Promise<{ isTrusted: boolean } | null>
}
