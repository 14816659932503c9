import { sql } from 'drizzle-orm'
import type { Kit } from '../../kit.ts'
import type { AccountTables } from '../people/auth.ts'
import type { BillingTables } from './billing.ts'

/** Incoming money, customers' credit, and refunds. */
export function billingMoneyTables(k: Kit, { users, invoices }: AccountTables & BillingTables) {
  const payments = k.table(
    'payments',
    {
      id: k.id().notNull(),
      userId: k
        .ref()
        .notNull()
        .references(() => users.id),
      provider: k.oneOf(['manual', 'razorpay', 'credit']).notNull(),
      /** The provider's id, unique so that a payment counts once. */
      reference: k.text().notNull(),
      /** NULL while it waits for the invoice of its order, or when all of it became credit. */
      invoiceId: k.ref(),
      orderId: k.ref(),
      amountPaise: k.paise().notNull(),
      /** The amount used for the invoice. */
      appliedPaise: k.paise().notNull().default(0),
      /** The amount credited to the account. Any remainder waits for the invoice of the order. */
      creditedPaise: k.paise().notNull().default(0),
      receivedAt: k.time().notNull(),
      note: k.text(),
      /** The administrator who recorded it; NULL when the portal did. */
      recordedBy: k.ref(),
      createdAt: k.time().notNull(),
    },
    (t) => [
      k.primaryKey({ name: 'payments_pkey', columns: [t.userId, t.id] }),
      k.uniqueIndex('payments_id_key').on(t.id),
      k.uniqueIndex('payments_reference_key').on(t.provider, t.reference),
      k.index('payments_invoice').on(t.userId, t.invoiceId).where(sql`invoice_id is not null`),
      k.index('payments_order').on(t.orderId).where(sql`order_id is not null`),
      k.index('payments_created').on(t.createdAt, t.id),
      k.foreignKey({
        name: 'payments_invoice_fk',
        columns: [t.userId, t.invoiceId],
        foreignColumns: [invoices.userId, invoices.id],
      }),
    ],
  )

  /** Additions to and uses of account credit; never changed. */
  const accountCredits = k.table(
    'account_credits',
    {
      id: k.id().notNull(),
      userId: k
        .ref()
        .notNull()
        .references(() => users.id),
      /** Negative for a use. */
      amountPaise: k.paise().notNull(),
      reason: k.text().notNull(),
      /** The invoice that it was used for, or the credit note that granted it. */
      invoiceId: k.ref(),
      paymentId: k.ref(),
      createdAt: k.time().notNull(),
    },
    (t) => [
      k.primaryKey({ name: 'account_credits_pkey', columns: [t.userId, t.id] }),
      k.index('account_credits_user').on(t.userId, t.createdAt, t.id),
    ],
  )

  const refunds = k.table(
    'refunds',
    {
      id: k.id().notNull(),
      userId: k
        .ref()
        .notNull()
        .references(() => users.id),
      invoiceId: k.ref().notNull(),
      creditNoteId: k.ref().notNull(),
      amountPaise: k.paise().notNull(),
      status: k.oneOf(['waiting', 'paid']).notNull().default('waiting'),
      /** The method of the refund, and its deadline; NULL until decided. */
      method: k.oneOf(['upi', 'netBanking', 'card', 'bankTransfer']),
      expectedBy: k.time(),
      /** The reference of the bank or provider. */
      reference: k.text(),
      createdAt: k.time().notNull(),
      paidAt: k.time(),
    },
    (t) => [
      k.primaryKey({ name: 'refunds_pkey', columns: [t.userId, t.id] }),
      k.uniqueIndex('refunds_id_key').on(t.id),
      k.uniqueIndex('refunds_note_key').on(t.creditNoteId),
      k.index('refunds_created').on(t.createdAt, t.id),
      k.foreignKey({
        name: 'refunds_note_fk',
        columns: [t.userId, t.creditNoteId],
        foreignColumns: [invoices.userId, invoices.id],
      }),
    ],
  )

  return { payments, accountCredits, refunds }
}
