import { sql } from 'drizzle-orm'
import type { Kit } from '../../kit.ts'

/** Outgoing mails of the portal. A queued one has a job with the same id, which sends it. */
export function mailTables(k: Kit) {
  const mails = k.table(
    'mails',
    {
      id: k.id().primaryKey(),
      to: k.text().notNull(),
      subject: k.text().notNull(),
      text: k.text().notNull(),
      html: k.text().notNull(),
      kind: k.text().notNull(),
      relatedId: k.text(),
      userId: k.ref(),
      status: k.oneOf(['queued', 'sent', 'failed']).notNull().default('queued'),
      attempts: k.int().notNull().default(0),
      lastError: k.text(),
      sentAt: k.time(),
      isFile: k.bool().notNull().default(false),
      createdAt: k.time().notNull(),
    },
    (t) => [
      k.index('mails_queued').on(t.id).where(sql`status = 'queued'`),
      k.index('mails_created').on(t.createdAt, t.id),
      k.index('mails_user').on(t.userId, t.id).where(sql`user_id is not null`),
      k.index('mails_related').on(t.relatedId).where(sql`related_id is not null`),
    ],
  )

  return { mails }
}
