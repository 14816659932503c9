import type { Tx } from '#db/types.ts'

type OwnedDomain = { userId: string; id: string }

/** The email addresses under domains, as far as their end is concerned; the feature of email provides it. */
export interface DomainAddresses {
  /** How many there are that are not deleted. */
  count(tx: Tx, domain: OwnedDomain): Promise<number>
  /** None is left, deleted ones included. */
  remove(tx: Tx, domain: OwnedDomain): Promise<void>
}
