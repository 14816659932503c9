import type { Tx } from '#db/types.ts'

type OwnedDomain = { userId: string; id: string }

/** Email addresses below domains, for the removal of domains; provided by the mailboxes feature. */
export interface DomainAddresses {
  /** How many exist that are not deleted. */
  count(tx: Tx, domain: OwnedDomain): Promise<number>
  /** Removes all of them, including deleted ones. */
  remove(tx: Tx, domain: OwnedDomain): Promise<void>
}
