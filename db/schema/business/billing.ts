import { sql } from 'drizzle-orm'
import type { Kit } from '../../kit.ts'
import type { AccountTables } from '../people/auth.ts'

/** One party of an invoice, as it was at the time of issue. */
type Party = {
  name: string
  address: string[]
  /** The two-digit GST state code. */
  stateCode: string
  gstin: string | null
}

/** Invoices and credit notes, the payments they received, and customers' credit. */
export function billingTables(k: Kit, { users }: AccountTables) {
  /** A row per customer who was ever billed. Any change of their bills locks it first. */
  const billingAccounts = k.table('billing_accounts', {
    userId: k
      .ref()
      .primaryKey()
      .references(() => users.id),
    /** The sum of their rows in `account_credits`. */
    creditPaise: k.paise().notNull().default(0),
    legalName: k.text(),
    gstin: k.text(),
    /** Lines of the address, separated by line breaks. */
    address: k.text(),
    stateCode: k.text(),
    updatedAt: k.time().notNull(),
  })

  /** The last number of each series; a series lasts one financial year. Locked last, and until the end of the transaction. */
  const invoiceSeries = k.table('invoice_series', {
    /** `INV/2627` */
    name: k.text().primaryKey(),
    lastNumber: k.int().notNull(),
  })

  const invoices = k.table(
    'invoices',
    {
      id: k.id().notNull(),
      userId: k
        .ref()
        .notNull()
        .references(() => users.id),
      kind: k.oneOf(['invoice', 'creditNote']).notNull(),
      number: k.text().notNull(),
      series: k.text().notNull(),
      /** Its place in the series, from 1. */
      place: k.int().notNull(),
      status: k.oneOf(['open', 'paid', 'credited']).notNull(),
      /** The invoice that a credit note corrects. */
      correctsId: k.ref(),
      orderId: k.ref(),
      serviceId: k.ref(),
      currency: k.text().notNull().default('INR'),
      /** The amount due, or the amount of a credit note, tax included; the four after it add up to it. */
      totalPaise: k.paise().notNull(),
      taxablePaise: k.paise().notNull(),
      cgstPaise: k.paise().notNull(),
      sgstPaise: k.paise().notNull(),
      igstPaise: k.paise().notNull(),
      paidPaise: k.paise().notNull().default(0),
      /** The total of its credit notes. */
      creditedPaise: k.paise().notNull().default(0),
      /** The part of its payments returned by credit notes, as credit or refund. */
      returnedPaise: k.paise().notNull().default(0),
      /** The state of the place of supply. */
      placeOfSupply: k.text().notNull(),
      supplier: k.json<Party>().notNull(),
      recipient: k.json<Party>().notNull(),
      /** Issued while the operator had no tax details. */
      isSample: k.bool().notNull(),
      /** The reason of a credit note. */
      reason: k.text(),
      issuedAt: k.time().notNull(),
      dueAt: k.time().notNull(),
      paidAt: k.time(),
    },
    (t) => [
      k.primaryKey({ name: 'invoices_pkey', columns: [t.userId, t.id] }),
      k.uniqueIndex('invoices_id_key').on(t.id),
      k.uniqueIndex('invoices_number_key').on(t.number),
      k.uniqueIndex('invoices_series_key').on(t.series, t.place),
      k.uniqueIndex('invoices_order_key').on(t.orderId).where(sql`order_id is not null`),
      k.index('invoices_user').on(t.userId, t.issuedAt, t.id),
      k.index('invoices_issued').on(t.issuedAt, t.id),
      k.index('invoices_status').on(t.status, t.issuedAt, t.id),
      k.index('invoices_corrects').on(t.userId, t.correctsId).where(sql`corrects_id is not null`),
      k.index('invoices_service').on(t.userId, t.serviceId).where(sql`service_id is not null`),
      k.foreignKey({
        name: 'invoices_corrects_fk',
        columns: [t.userId, t.correctsId],
        foreignColumns: [t.userId, t.id],
      }),
    ],
  )

  const invoiceLines = k.table(
    'invoice_lines',
    {
      id: k.id().notNull(),
      userId: k.ref().notNull(),
      invoiceId: k.ref().notNull(),
      /** From 0. */
      position: k.int().notNull(),
      kind: k.oneOf(['plan', 'renewal', 'planChange', 'domain', 'domainRenewal', 'credit']).notNull(),
      description: k.text().notNull(),
      sac: k.text().notNull(),
      quantity: k.int().notNull(),
      /** Hundredths of a percent; 0 on a bill of supply. */
      rate: k.int().notNull(),
      totalPaise: k.paise().notNull(),
      taxablePaise: k.paise().notNull(),
      cgstPaise: k.paise().notNull(),
      sgstPaise: k.paise().notNull(),
      igstPaise: k.paise().notNull(),
      serviceId: k.ref(),
      domainId: k.ref(),
      periodStart: k.time(),
      periodEnd: k.time(),
    },
    (t) => [
      k.primaryKey({ name: 'invoice_lines_pkey', columns: [t.userId, t.id] }),
      k.uniqueIndex('invoice_lines_place_key').on(t.userId, t.invoiceId, t.position),
      k.foreignKey({
        name: 'invoice_lines_invoice_fk',
        columns: [t.userId, t.invoiceId],
        foreignColumns: [invoices.userId, invoices.id],
      }),
    ],
  )

  return { billingAccounts, invoiceSeries, invoices, invoiceLines }
}

export type BillingTables = ReturnType<typeof billingTables>
