import { sql } from 'drizzle-orm'
import type { Kit } from '../../kit.ts'
import type { AccountTables } from './auth.ts'

/** What administrators keep about a customer: notes, the messages they sent, and when they looked at the portal as she sees it. */
export function customerTables(k: Kit, { users }: Pick<AccountTables, 'users'>) {
  const person = () =>
    k
      .ref()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' })

  const customerNotes = k.table(
    'customer_notes',
    {
      id: k.id().primaryKey(),
      /** The customer whom it is about. */
      userId: person(),
      authorId: person(),
      text: k.text().notNull(),
      createdAt: k.time().notNull(),
      /** NULL while it is as it was written. */
      changedAt: k.time(),
    },
    (t) => [
      k.index('customer_notes_user').on(t.userId, t.createdAt, t.id),
      k.index('customer_notes_author').on(t.authorId),
    ],
  )

  const customerMessages = k.table(
    'customer_messages',
    {
      id: k.id().primaryKey(),
      /** The customer who received it. */
      userId: person(),
      authorId: person(),
      subject: k.text().notNull(),
      text: k.text().notNull(),
      createdAt: k.time().notNull(),
    },
    (t) => [
      k.index('customer_messages_user').on(t.userId, t.createdAt, t.id),
      k.index('customer_messages_author').on(t.authorId),
    ],
  )

  /** A grant to look at the portal as a customer sees it, and to change nothing. */
  const customerViews = k.table(
    'customer_views',
    {
      id: k.id().primaryKey(),
      /** The customer who is looked at. */
      userId: person(),
      /** The administrator who looks. */
      viewerId: person(),
      /** The public id of the session it belongs to: no other opens it, and it ends with that one. */
      sessionId: k.ref().notNull(),
      createdAt: k.time().notNull(),
      endsAt: k.time().notNull(),
      endedAt: k.time(),
    },
    (t) => [
      k.index('customer_views_user').on(t.userId, t.createdAt, t.id),
      k.index('customer_views_viewer').on(t.viewerId),
      k.index('customer_views_open').on(t.endsAt, t.id).where(sql`ended_at is null`),
    ],
  )

  return { customerNotes, customerMessages, customerViews }
}
