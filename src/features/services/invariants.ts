import { sql } from 'drizzle-orm'
import type { Invariant } from '#server/feature.ts'

export const invariants: readonly Invariant[] = [
  {
    name: 'no service is active without an approved order',
    count: ({ read, t }) =>
      read.$count(
        t.userServices,
        sql`${t.userServices.status} in ('active', 'restarting', 'stopped', 'suspended') and not exists (select 1 from orders o where o.user_id = ${t.userServices.userId} and o.service_id = ${t.userServices.id} and o.status = 'approved')`,
      ),
  },
  {
    name: 'no service was activated twice',
    count: ({ read, t }) =>
      read.$count(
        t.userServices,
        sql`(select count(*) from audit_log a where a.target_type = 'service' and a.target_id = cast(${t.userServices.id} as text) and a.action = 'service.activate') > 1`,
      ),
  },
]
