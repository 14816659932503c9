import { sql } from 'drizzle-orm'
import { sealedInvariant } from '#db/audit/sealed-invariant.ts'
import type { Invariant } from '#server/feature.ts'
import { secretPlace } from './service/secret.ts'

export const invariants: readonly Invariant[] = [
  sealedInvariant('every webhook has a secret that can be decrypted', ({ webhooks: table }) => ({
    ...{ table, key: table.id, value: table.secret },
    place: secretPlace,
  })),
  {
    name: 'every queued delivery has its job',
    count: ({ read, t: { webhookDeliveries: d } }) =>
      read.$count(
        d,
        sql`${d.status} = 'queued' and not exists (select 1 from jobs j where j.id = ${d.id} and j.status in ('queued', 'running'))`,
      ),
  },
]
