import { eq } from 'drizzle-orm'
import { beginsWith } from '#db/lists/search.ts'
import type { Store } from '#db/types.ts'
import { matchDomains } from '#features/names/match-domains.ts'
import { emailKey } from '#shared/email-key.ts'
import type { ListDomainsInput } from '../contract/desk.ts'

/**
 * The domains of all customers as a searched list: `q` is the beginning of a name in Unicode or A-labels, of an id or of an email
 * address.
 */
export const searchedDomains = (store: Store, { status }: ListDomainsInput) => {
  const { domains, users } = store.t
  return {
    table: domains,
    at: domains.createdAt,
    filter: status && eq(domains.status, status),
    match: async (q: string) => ({
      matches: await matchDomains(store, { table: domains, column: domains.domainName }, q),
      elsewhere: { table: users, key: domains.userId, matches: [beginsWith(users.emailKey, emailKey(q))] },
    }),
  }
}
