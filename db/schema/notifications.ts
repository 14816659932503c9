import { sql } from 'drizzle-orm'
import type { Kit } from '#db/kit.ts'
import type { AccountTables } from './people/auth.ts'

/** Notices to customers, their chosen channels, and quota warnings. */
export function notificationTables(k: Kit, { users }: AccountTables) {
  const owner = () =>
    k
      .ref()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' })

  const notifications = k.table(
    'notifications',
    {
      id: k.id().notNull(),
      userId: owner(),
      kind: k.text().notNull(),
      subject: k.text().notNull(),
      body: k.text(),
      /** A path of the portal. */
      link: k.text(),
      relatedId: k.text(),
      readAt: k.time(),
      createdAt: k.time().notNull(),
    },
    (t) => [
      k.primaryKey({ name: 'notifications_pkey', columns: [t.userId, t.id] }),
      k.index('notifications_user').on(t.userId, t.createdAt, t.id),
      k.index('notifications_unread').on(t.userId, t.createdAt, t.id).where(sql`read_at is null`),
      k.index('notifications_created').on(t.createdAt, t.id),
    ],
  )

  /** Channels that a customer chose instead of the defaults of the kind. */
  const notificationPreferences = k.table(
    'notification_preferences',
    {
      userId: owner(),
      kind: k.text().notNull(),
      screen: k.bool().notNull(),
      mail: k.bool().notNull(),
      webhook: k.bool().notNull(),
      updatedAt: k.time().notNull(),
    },
    (t) => [k.primaryKey({ name: 'notification_preferences_pkey', columns: [t.userId, t.kind] })],
  )

  /** The highest usage level that a customer was warned of; there is no row while usage is low. */
  const quotaLevels = k.table(
    'quota_levels',
    {
      userId: owner(),
      /** The full resource: `disk` of a service or `mail` of a mailbox, and its id. */
      subject: k.oneOf(['disk', 'mail']).notNull(),
      subjectId: k.ref().notNull(),
      /** Percent. */
      level: k.int().notNull(),
      updatedAt: k.time().notNull(),
    },
    (t) => [k.primaryKey({ name: 'quota_levels_pkey', columns: [t.userId, t.subject, t.subjectId] })],
  )

  return { notifications, notificationPreferences, quotaLevels }
}
