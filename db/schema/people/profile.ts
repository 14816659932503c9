import { sql } from 'drizzle-orm'
import type { Kit } from '../../kit.ts'
import type { AccountTables } from './auth.ts'

/** Additions of customers to their accounts: photos, and the codes that verify their mobile numbers. */
export function profileTables(k: Kit, { users }: AccountTables) {
  const photos = k.table(
    'photos',
    {
      id: k.id().primaryKey(),
      userId: k
        .ref()
        .notNull()
        .references(() => users.id, { onDelete: 'cascade' }),
      /** `waiting` for its bytes, `receiving` them, `kept`, or `removed`: its object is deleted next. */
      status: k.oneOf(['waiting', 'receiving', 'kept', 'removed']).notNull(),
      /** The location of its object. */
      place: k.oneOf(['disk', 's3']).notNull(),
      fileSize: k.int(),
      sha256: k.text(),
      /** The deadline for its bytes, or for a profile to show it. */
      expiresAt: k.time(),
      createdAt: k.time().notNull(),
    },
    (t) => [
      k.index('photos_user').on(t.userId, t.status),
      k.index('photos_expires').on(t.expiresAt).where(sql`expires_at is not null`),
      k.index('photos_status').on(t.status, t.id),
    ],
  )

  const mobileCodes = k.table('mobile_codes', {
    userId: k
      .ref()
      .primaryKey()
      .references(() => users.id, { onDelete: 'cascade' }),
    mobile: k.text().notNull(),
    /** An HMAC: a reader of the table cannot try all codes on it. */
    codeHash: k.text().notNull(),
    attempts: k.int().notNull().default(0),
    expiresAt: k.time().notNull(),
  })

  return { photos, mobileCodes }
}
