import type { Kit } from '../../kit.ts'

/** Messages of the contact page. */
export function supportTables(k: Kit) {
  const contactMessages = k.table(
    'contact_messages',
    {
      id: k.id().primaryKey(),
      reference: k.text().notNull(),
      firstName: k.text().notNull(),
      lastName: k.text().notNull(),
      email: k.text().notNull(),
      subject: k.text().notNull(),
      message: k.text().notNull(),
      /** The sender's network address. */
      address: k.text(),
      createdAt: k.time().notNull(),
    },
    (t) => [
      k.uniqueIndex('contact_messages_reference_key').on(t.reference),
      k.index('contact_messages_created').on(t.createdAt, t.id),
      k.index('contact_messages_email').on(t.email, t.createdAt, t.id),
    ],
  )

  return { contactMessages }
}
