import type { Kit } from '../../kit.ts'

/** The names that somebody wanted for a service or as a domain. */
export function nameTables(k: Kit) {
  /** A row is locked while its name is given to somebody, so that nobody else gets it at the same moment. */
  const domainNames = k.table('domain_names', {
    name: k.domain().primaryKey(),
    /** The last owner of the domain; NULL while it has been nobody's. */
    formerUserId: k.ref(),
  })

  return { domainNames }
}
