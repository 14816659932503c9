import { and, eq, isNotNull, isNull, or, sql } from 'drizzle-orm'
import type { Invariant } from '#server/feature.ts'
import { maxMembers } from './contract.ts'

export const invariants: readonly Invariant[] = [
  {
    name: `no service has more than ${maxMembers} members`,
    async count({ read, t: { serviceMembers: m } }) {
      const full = await read
        .select({ serviceId: m.serviceId })
        .from(m)
        .groupBy(m.serviceId)
        .having(sql`count(*) > ${maxMembers}`)
      return full.length
    },
  },
  {
    name: 'an invitation has its token until it is accepted, and nobody is a member of their own service',
    count: ({ read, t: { serviceMembers: m } }) =>
      read.$count(
        m,
        or(
          and(isNull(m.memberId), isNull(m.tokenHash)),
          and(isNotNull(m.memberId), isNotNull(m.tokenHash)),
          eq(m.memberId, m.userId),
        ),
      ),
  },
]
