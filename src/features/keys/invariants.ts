import { sql } from 'drizzle-orm'
import type { Invariant } from '#server/feature.ts'
import { maxKeys } from './contract.ts'

export const invariants: readonly Invariant[] = [
  {
    name: `no account has more than ${maxKeys} API keys`,
    async count({ read, t: { apiKeys: k } }) {
      const full = await read
        .select({ userId: k.userId })
        .from(k)
        .groupBy(k.userId)
        .having(sql`count(*) > ${maxKeys}`)
      return full.length
    },
  },
]
