import { sql } from 'drizzle-orm'
import type { Invariant } from '#server/feature.ts'

export const invariants: readonly Invariant[] = [
  {
    name: 'every approved order has exactly one service, of its own customer',
    count: ({ read, t }) =>
      read.$count(
        t.orders,
        sql`${t.orders.status} = 'approved' and (select count(*) from user_services s where s.order_id = ${t.orders.id} and s.user_id = ${t.orders.userId}) <> 1`,
      ),
  },
  {
    name: 'every order has its audit entry',
    count: ({ read, t }) =>
      read.$count(
        t.orders,
        sql`not exists (select 1 from audit_log a where a.target_type = 'order' and a.target_id = cast(${t.orders.id} as text) and a.action = 'order.create')`,
      ),
  },
  {
    name: 'every approved order has one approval in the audit log',
    count: ({ read, t }) =>
      read.$count(
        t.orders,
        sql`${t.orders.status} = 'approved' and (select count(*) from audit_log a where a.target_type = 'order' and a.target_id = cast(${t.orders.id} as text) and a.action = 'order.approve') <> 1`,
      ),
  },
]
