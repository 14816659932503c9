import { sql } from 'drizzle-orm'
import type { Invariant } from '#server/feature.ts'

export const invariants: readonly Invariant[] = [
  {
    name: 'every queued mail has its job',
    count: ({ read, t }) =>
      read.$count(
        t.mails,
        sql`${t.mails.status} = 'queued' and not exists (select 1 from jobs j where j.id = ${t.mails.id} and j.status in ('queued', 'running'))`,
      ),
  },
]
