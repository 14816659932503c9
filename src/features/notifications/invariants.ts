import { notInArray, sql } from 'drizzle-orm'
import type { Invariant } from '#server/feature.ts'
import { noticeKindNames } from './contract/kinds.ts'
import { keptNotices } from './contract/limits.ts'

export const invariants: readonly Invariant[] = [
  {
    name: 'every notification has a known kind',
    count: ({ read, t: { notifications: n } }) => read.$count(n, notInArray(n.kind, noticeKindNames)),
  },
  {
    name: 'no user has more notifications than the limit',
    count: async ({ read, t: { notifications: n } }) => {
      const rows = await read
        .select({ userId: n.userId })
        .from(n)
        .groupBy(n.userId)
        .having(sql`count(*) > ${keptNotices}`)
      return rows.length
    },
  },
]
