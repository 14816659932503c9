import { sql } from 'drizzle-orm'
import type { Kit } from '../../kit.ts'
import type { AccountTables } from '../people/auth.ts'

/** Announced and detected payments for orders and invoices. The billing tables hold the payments themselves. */
export function paymentTables(k: Kit, { users }: AccountTables) {
  /** References of transfers that customers reported. */
  const paymentReports = k.table(
    'payment_reports',
    {
      id: k.id().notNull(),
      userId: k
        .ref()
        .notNull()
        .references(() => users.id),
      /** The subject: one of the two. */
      orderId: k.ref(),
      invoiceId: k.ref(),
      /** The UTR or UPI reference, only upper-case letters and digits. */
      reference: k.text().notNull(),
      /** The amount due at that time. */
      amountPaise: k.paise().notNull(),
      status: k.oneOf(['waiting', 'matched', 'dismissed']).notNull().default('waiting'),
      paymentId: k.ref(),
      createdAt: k.time().notNull(),
      decidedAt: k.time(),
      decidedBy: k.ref(),
    },
    (t) => [
      k.primaryKey({ name: 'payment_reports_pkey', columns: [t.userId, t.id] }),
      k.uniqueIndex('payment_reports_id_key').on(t.id),
      k.index('payment_reports_user').on(t.userId, t.createdAt, t.id),
      k.index('payment_reports_waiting').on(t.createdAt, t.id).where(sql`status = 'waiting'`),
      k.index('payment_reports_reference').on(t.reference).where(sql`status = 'waiting'`),
    ],
  )

  /** Payment provider pages for our orders and invoices. */
  const paymentLinks = k.table(
    'payment_links',
    {
      /** The provider stores this id too. */
      id: k.id().notNull(),
      userId: k
        .ref()
        .notNull()
        .references(() => users.id),
      orderId: k.ref(),
      invoiceId: k.ref(),
      amountPaise: k.paise().notNull(),
      /** `creating` until the provider has answered, `open` while it can be paid. */
      status: k.oneOf(['creating', 'open', 'paid', 'ended']).notNull(),
      /** The provider's id. */
      externalId: k.text(),
      url: k.text(),
      createdAt: k.time().notNull(),
      expiresAt: k.time().notNull(),
      /** The time of the next query to the provider, and the number of queries so far. */
      checkAt: k.time(),
      checks: k.int().notNull().default(0),
    },
    (t) => [
      k.primaryKey({ name: 'payment_links_pkey', columns: [t.userId, t.id] }),
      k.uniqueIndex('payment_links_id_key').on(t.id),
      k.uniqueIndex('payment_links_external_key').on(t.externalId).where(sql`external_id is not null`),
      k
        .uniqueIndex('payment_links_order_key')
        .on(t.orderId)
        .where(sql`order_id is not null and status in ('creating', 'open')`),
      k
        .uniqueIndex('payment_links_invoice_key')
        .on(t.invoiceId)
        .where(sql`invoice_id is not null and status in ('creating', 'open')`),
      k.index('payment_links_check').on(t.checkAt, t.id).where(sql`check_at is not null`),
    ],
  )

  /** Webhook events of a provider, each once; stored before any processing. */
  const paymentEvents = k.table(
    'payment_events',
    {
      id: k.id().primaryKey(),
      eventId: k.text().notNull(),
      type: k.text().notNull(),
      /** The parsed content. */
      facts: k.json<PaymentEventFacts>().notNull(),
      receivedAt: k.time().notNull(),
      /** The result of processing; NULL until then. */
      outcome: k.oneOf(['recorded', 'repeated', 'ignored', 'refused']),
      /** The provider's id of a payment that was refunded there, not by the portal; NULL for all other events. */
      returnedPaymentId: k.text(),
    },
    (t) => [
      k.uniqueIndex('payment_events_event_key').on(t.eventId),
      k.index('payment_events_returned').on(t.returnedPaymentId).where(sql`returned_payment_id is not null`),
      k.index('payment_events_received').on(t.receivedAt, t.id),
    ],
  )

  /** Refunds through a provider; each has the id of the refund it carries out. */
  const providerRefunds = k.table(
    'provider_refunds',
    {
      id: k.id().notNull(),
      userId: k
        .ref()
        .notNull()
        .references(() => users.id),
      paymentId: k.ref().notNull(),
      /** The provider's payment id. */
      externalPaymentId: k.text().notNull(),
      amountPaise: k.paise().notNull(),
      /** `sent` until the provider reports that the money is on its way to the customer. */
      status: k.oneOf(['waiting', 'sent', 'paid', 'failed']).notNull().default('waiting'),
      /** The provider's refund id. */
      externalId: k.text(),
      message: k.text(),
      createdAt: k.time().notNull(),
      checkAt: k.time(),
      finishedAt: k.time(),
    },
    (t) => [
      k.primaryKey({ name: 'provider_refunds_pkey', columns: [t.userId, t.id] }),
      k.uniqueIndex('provider_refunds_id_key').on(t.id),
      k.index('provider_refunds_check').on(t.checkAt, t.id).where(sql`check_at is not null`),
    ],
  )

  const bankStatements = k.table(
    'bank_statements',
    {
      id: k.id().primaryKey(),
      fileName: k.text().notNull(),
      /** The number of incoming lines, and of those that no earlier statement had. */
      lines: k.int().notNull(),
      newLines: k.int().notNull(),
      importedBy: k
        .ref()
        .notNull()
        .references(() => users.id),
      createdAt: k.time().notNull(),
    },
    (t) => [k.index('bank_statements_created').on(t.createdAt, t.id)],
  )

  /** Incoming money on a bank statement, each line once however often it is imported. */
  const bankLines = k.table(
    'bank_lines',
    {
      id: k.id().primaryKey(),
      statementId: k
        .ref()
        .notNull()
        .references(() => bankStatements.id),
      /** SHA-256 of the line and its index among equal lines. */
      fingerprint: k.text().notNull(),
      /** `2026-11-24` */
      day: k.text().notNull(),
      narration: k.text().notNull(),
      /** Only upper-case letters and digits; empty when the bank gave none. */
      reference: k.text().notNull(),
      amountPaise: k.paise().notNull(),
      status: k.oneOf(['waiting', 'counted', 'dismissed']).notNull().default('waiting'),
      paymentId: k.ref(),
      createdAt: k.time().notNull(),
      decidedAt: k.time(),
      decidedBy: k.ref(),
    },
    (t) => [
      k.uniqueIndex('bank_lines_fingerprint_key').on(t.fingerprint),
      k.uniqueIndex('bank_lines_payment_key').on(t.paymentId).where(sql`payment_id is not null`),
      k.index('bank_lines_created').on(t.createdAt, t.id),
      k.index('bank_lines_status').on(t.status, t.createdAt, t.id),
      k.index('bank_lines_waiting').on(t.createdAt).where(sql`status = 'waiting'`),
      k.index('bank_lines_statement').on(t.statementId),
    ],
  )

  return { paymentReports, paymentLinks, paymentEvents, providerRefunds, bankStatements, bankLines }
}

/** The content of a payment event about a payment, a link or a refund. */
export type PaymentEventFacts = {
  linkId: string | null
  /** Our own id of the link, as returned by the provider. */
  referenceId: string | null
  paymentId: string | null
  amountPaise: number | null
  currency: string | null
  /** Whether the money is ours: captured. */
  isCaptured: boolean
  refundId: string | null
  /** The refunded amount. */
  refundPaise: number | null
}
