import { and, eq, or, sql } from 'drizzle-orm'
import type { Invariant } from '#server/feature.ts'
import { external } from './contract/registrar.ts'

export const invariants: readonly Invariant[] = [
  {
    name: 'no name is the domain of one customer and of a service of another',
    count: ({ read, t }) =>
      read.$count(
        t.domains,
        sql`${t.domains.challenge} is null and exists (select 1 from user_services s where s.domain = ${t.domains.domainName} and s.status <> 'terminated' and s.user_id <> ${t.domains.userId})`,
      ),
  },
  {
    name: 'no domain is active before it is verified',
    count: ({ read, t }) =>
      read.$count(
        t.domains,
        sql`${t.domains.challenge} is not null and ${t.domains.status} not in ('pending', 'error') or ${t.domains.challenge} is null and ${t.domains.verifiedAt} is null and ${t.domains.registrar} = ${external}`,
      ),
  },
  {
    name: 'no domain promises https without SSL or the redirect to it',
    count: ({ read, t: { domains: d } }) =>
      read.$count(d, and(eq(d.hsts, 'on'), or(eq(d.ssl, false), eq(d.httpsRedirect, false)))),
  },
]
