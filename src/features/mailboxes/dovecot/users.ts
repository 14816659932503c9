import { and, asc, eq, gt, inArray, isNotNull, isNull, or } from 'drizzle-orm'
import type { Deps } from '#server/context.ts'
import type { MailUser } from '../drivers/dovecot/users-file.ts'
import { openStatuses } from '../service/present.ts'

const pageRows = 500

/** All usable mailboxes, ordered by owner and id; suspended and deleted accounts and those of stopped services are left out. */
export async function readMailUsers({ store }: Pick<Deps, 'store'>): Promise<MailUser[]> {
  const { emailAccounts: a, userServices: s } = store.t
  const users: MailUser[] = []
  for (let last = { userId: '', id: '' }; ; ) {
    const rows = await store.read
      .select({ userId: a.userId, id: a.id, email: a.email, hash: a.passwordHash, quotaMb: a.quota })
      .from(a)
      .innerJoin(s, and(eq(s.userId, a.userId), eq(s.id, a.serviceId)))
      .where(
        and(
          last.userId === ''
            ? undefined
            : or(gt(a.userId, last.userId), and(eq(a.userId, last.userId), gt(a.id, last.id))),
          eq(a.type, 'mailbox'),
          eq(a.status, 'active'),
          isNull(a.deletedAt),
          // Several customers may have the same example address.
          isNotNull(a.domainId),
          isNotNull(a.passwordHash),
          inArray(s.status, [...openStatuses]),
        ),
      )
      .orderBy(asc(a.userId), asc(a.id))
      .limit(pageRows)
    for (const { id, email, hash, quotaMb } of rows)
      users.push({ accountId: id, email, hash: hash ?? '', quotaMb })
    const end = rows.at(-1)
    if (!end || rows.length < pageRows) return users
    last = { userId: end.userId, id: end.id }
  }
}
