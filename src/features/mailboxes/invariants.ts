import { sql } from 'drizzle-orm'
import type { Invariant } from '#server/feature.ts'

export const invariants: readonly Invariant[] = [
  {
    name: 'every email account is active exactly when its status says so',
    count: ({ read, t: { emailAccounts: a } }) =>
      read.$count(a, sql`(${a.status} = 'active') <> ${a.isActive}`),
  },
  {
    name: 'every mailbox has a password, and no other account has one',
    count: ({ read, t: { emailAccounts: a } }) =>
      read.$count(a, sql`(${a.type} = 'mailbox') <> (${a.passwordHash} is not null)`),
  },
  {
    name: 'every email address belongs to its domain',
    count: ({ read, t: { emailAccounts: a } }) =>
      read.$count(
        a,
        sql`not exists (select 1 from domains d where d.user_id = ${a.userId} and d.id = ${a.domainId} and ${a.email} like '%@' || d.domain_name) and ${a.domainId} is not null`,
      ),
  },
]
