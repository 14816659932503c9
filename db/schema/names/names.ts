import type { Kit } from '../../kit.ts'

/** Names requested for a service or as a domain. */
export function nameTables(k: Kit) {
  /** A row is locked while its name is assigned, so that no other request gets it at the same moment. */
  const domainNames = k.table('domain_names', {
    name: k.domain().primaryKey(),
    /** The last owner of the domain; NULL if it never had one. */
    formerUserId: k.ref(),
  })

  return { domainNames }
}
