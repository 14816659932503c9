import { sql } from 'drizzle-orm'
import type { Kit } from '../../kit.ts'
import type { AccountTables } from './auth.ts'

/** Exports of all data of an account, and accounts due for deletion. */
export function wholeAccountTables(k: Kit, { users }: Pick<AccountTables, 'users'>) {
  const owner = () =>
    k
      .ref()
      .notNull()
      .references(() => users.id)

  const accountExports = k.table(
    'account_exports',
    {
      id: k.id().primaryKey(),
      userId: owner(),
      /** Its archive exists while it is `ready` or `fetching`. */
      status: k.oneOf(['pending', 'ready', 'fetching', 'fetched', 'expired', 'failed']).notNull(),
      fileSize: k.big().notNull().default(0),
      sha256: k.text(),
      /** The number of missing items; the archive names them. */
      missing: k.int().notNull().default(0),
      reason: k.text(),
      createdAt: k.time().notNull(),
      finishedAt: k.time(),
      expiresAt: k.time(),
      /** When its download began. */
      fetchedAt: k.time(),
    },
    (t) => [
      k.index('account_exports_user').on(t.userId, t.createdAt, t.id),
      k.index('account_exports_created').on(t.createdAt, t.id),
      k.uniqueIndex('account_exports_pending_key').on(t.userId).where(sql`status = 'pending'`),
      k
        .index('account_exports_open')
        .on(t.expiresAt, t.id)
        .where(sql`status = 'ready' or status = 'fetching'`),
    ],
  )

  const accountDeletions = k.table(
    'account_deletions',
    {
      id: k.id().primaryKey(),
      userId: owner(),
      /** `waiting` for the end of its grace period, `running`, `done`, or `kept`: the customer changed their mind. */
      status: k.oneOf(['waiting', 'running', 'done', 'kept']).notNull(),
      requestedAt: k.time().notNull(),
      endsAt: k.time().notNull(),
      remindedAt: k.time(),
      /** The part being removed. */
      step: k.text(),
      endedAt: k.time(),
    },
    (t) => [
      k
        .index('account_deletions_due')
        .on(t.endsAt, t.id)
        .where(sql`status = 'waiting' or status = 'running'`),
      k.index('account_deletions_user').on(t.userId, t.requestedAt),
      k
        .uniqueIndex('account_deletions_open_key')
        .on(t.userId)
        .where(sql`status = 'waiting' or status = 'running'`),
    ],
  )

  return { accountExports, accountDeletions }
}
