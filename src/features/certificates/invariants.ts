import { and, eq, sql } from 'drizzle-orm'
import type { Invariant } from '#server/feature.ts'

export const invariants: readonly Invariant[] = [
  {
    name: 'every domain with SSL has a certificate whose key is sealed',
    count: ({ read, t }) =>
      read.$count(
        t.domains,
        and(
          eq(t.domains.ssl, true),
          sql`not exists (select 1 from certificates c where c.user_id = ${t.domains.userId} and c.domain_id = ${t.domains.id} and c.chain is not null and c.not_after is not null and c.private_key like 'v1.%')`,
        ),
      ),
  },
  {
    name: 'every certificate that was ordered is issued, on its way, or says why not',
    count: ({ read, t: { certificates: c } }) =>
      read.$count(
        c,
        sql`${c.status} = 'failed' and ${c.problem} is null or ${c.status} = 'issued' and (${c.chain} is null or ${c.notAfter} is null or ${c.dueAt} >= ${c.notAfter}) or ${c.status} = 'pending' and ${c.chain} is not null`,
      ),
  },
]
