import { sql } from 'drizzle-orm'
import type { Kit } from '../../kit.ts'
import type { AccountTables } from './auth.ts'

/** Administrators' records about a customer: notes, messages sent, and views of the portal as the customer. */
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
      /** NULL until it is edited. */
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

  /** A grant to view the portal as a customer, read-only. */
  const customerViews = k.table(
    'customer_views',
    {
      id: k.id().primaryKey(),
      /** The viewed customer. */
      userId: person(),
      /** The viewing administrator. */
      viewerId: person(),
      /** The public id of the session it belongs to: only that session may use it, and it ends with the session. */
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
