import type { Tx } from '#db/types.ts'
import type { DomainRow } from '#features/zones/domain/own.ts'
import type { OwnerContext } from '#server/context.ts'

/** HTTPS of domains; provided by the certificates feature. */
export interface DomainHttps {
  /**
   * Requests a certificate for the domain, which the caller has locked. Returns whether browsers will trust it; null while the
   * domain can have none.
   */
  switchOn(tx: Tx, ctx: OwnerContext, domain: DomainRow): Promise<{ isTrusted: boolean } | null>
}
