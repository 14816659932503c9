import { sql } from 'drizzle-orm'
import type { Invariant } from '#server/feature.ts'

export const invariants: readonly Invariant[] = [
  {
    name: 'every queued message has its job',
    count: ({ read, t: { emailQueue: q } }) =>
      read.$count(
        q,
        sql`${q.status} = 'queued' and not exists (select 1 from jobs j where j.id = ${q.id} and j.status in ('queued', 'running'))`,
      ),
  },
]
