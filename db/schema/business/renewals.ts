import { sql } from 'drizzle-orm'
import type { Kit } from '../../kit.ts'
import type { AccountTables } from '../people/auth.ts'
import type { ServiceTables } from '../services.ts'
import type { BillingTables } from './billing.ts'
import type { CatalogueTables } from './catalogue.ts'

/** The paid-until dates of services, and the charges for the time after. */
export function renewalTables(
  k: Kit,
  {
    users,
    userServices,
    pricingPlans,
    invoices,
  }: AccountTables & BillingTables & CatalogueTables & ServiceTables,
) {
  const renewalTerms = k.table(
    'renewal_terms',
    {
      userId: k.ref().notNull(),
      serviceId: k.ref().notNull(),
      /** The plan of the next invoice. */
      term: k.oneOf(['monthly', 'quarterly', 'yearly']).notNull().default('monthly'),
      /** The day of the month on which periods end, 1–31; an earlier one in shorter months. */
      anchorDay: k.int().notNull(),
      paidUntil: k.time().notNull(),
      /** The administrator's reason. */
      doNotSuspendBefore: k.time(),
      /** When it was suspended for an unpaid renewal. */
      suspendedAt: k.time(),
      /** When the term ended with the service. */
      endedAt: k.time(),
      /** The time of the next action; NULL while only a change of the service can trigger one. */
      nextAt: k.time(),
      createdAt: k.time().notNull(),
      updatedAt: k.time().notNull(),
    },
    (t) => [
      k.primaryKey({ name: 'renewal_terms_pkey', columns: [t.userId, t.serviceId] }),
      k.foreignKey({
        name: 'renewal_terms_service_fk',
        columns: [t.userId, t.serviceId],
        foreignColumns: [userServices.userId, userServices.id],
      }),
      k.uniqueIndex('renewal_terms_service_key').on(t.serviceId),
      k.index('renewal_terms_next').on(t.nextAt, t.serviceId).where(sql`next_at is not null`),
      // For lists of administrators: all ongoing terms, and the suspended ones.
      k.index('renewal_terms_paid').on(t.paidUntil, t.serviceId).where(sql`ended_at is null`),
      k
        .index('renewal_terms_suspended')
        .on(t.paidUntil, t.serviceId)
        .where(sql`ended_at is null and suspended_at is not null`),
    ],
  )

  /** Charges for a coming period, for the rest of one on another plan, or for a year of a domain. */
  const renewalCharges = k.table(
    'renewal_charges',
    {
      id: k.id().notNull(),
      userId: k
        .ref()
        .notNull()
        .references(() => users.id),
      kind: k.oneOf(['renewal', 'planChange', 'domain', 'domainRenewal']).notNull(),
      serviceId: k.ref(),
      domainId: k.ref(),
      /** The plan it is for; NULL for a domain. */
      planId: k.ref().references(() => pricingPlans.id),
      /** Calendar months of a renewal. */
      months: k.int().notNull(),
      /** The price of a renewal, the monthly price of the other plan, or the price of a domain year. */
      pricePaise: k.paise().notNull(),
      startsAt: k.time().notNull(),
      endsAt: k.time().notNull(),
      invoiceId: k.ref().notNull(),
      status: k.oneOf(['open', 'settled', 'cancelled']).notNull(),
      issuedAt: k.time().notNull(),
      dueAt: k.time().notNull(),
      /** The number of days before `dueAt` of the last reminder. */
      remindedDays: k.int(),
      warnedAt: k.time(),
      /** The number of times its warning was withdrawn. */
      round: k.int().notNull().default(0),
      closedAt: k.time(),
      /** The time of the next action, unless the term of its service determines it. */
      nextAt: k.time(),
    },
    (t) => [
      k.primaryKey({ name: 'renewal_charges_pkey', columns: [t.userId, t.id] }),
      k.foreignKey({
        name: 'renewal_charges_invoice_fk',
        columns: [t.userId, t.invoiceId],
        foreignColumns: [invoices.userId, invoices.id],
      }),
      k.uniqueIndex('renewal_charges_invoice_key').on(t.invoiceId),
      // At most one open charge per kind, so that nothing is billed twice.
      k
        .uniqueIndex('renewal_charges_service_key')
        .on(t.serviceId, t.kind)
        .where(sql`status = 'open' and service_id is not null`),
      k
        .uniqueIndex('renewal_charges_domain_key')
        .on(t.domainId)
        .where(sql`status = 'open' and domain_id is not null`),
      k.index('renewal_charges_open').on(t.userId, t.dueAt, t.id).where(sql`status = 'open'`),
      k.index('renewal_charges_next').on(t.nextAt, t.id).where(sql`next_at is not null`),
      k.index('renewal_charges_service').on(t.userId, t.serviceId, t.issuedAt),
    ],
  )

  /** Paid periods, each starting at the end of the previous one. */
  const renewalPeriods = k.table(
    'renewal_periods',
    {
      id: k.id().notNull(),
      userId: k.ref().notNull(),
      serviceId: k.ref().notNull(),
      planId: k
        .ref()
        .notNull()
        .references(() => pricingPlans.id),
      startsAt: k.time().notNull(),
      endsAt: k.time().notNull(),
      months: k.int().notNull(),
      /** The full price on its plan. */
      pricePaise: k.paise().notNull(),
      /** NULL for the period of the order. */
      chargeId: k.ref(),
    },
    (t) => [
      k.primaryKey({ name: 'renewal_periods_pkey', columns: [t.userId, t.id] }),
      k.foreignKey({
        name: 'renewal_periods_term_fk',
        columns: [t.userId, t.serviceId],
        foreignColumns: [renewalTerms.userId, renewalTerms.serviceId],
      }),
      k.uniqueIndex('renewal_periods_start_key').on(t.userId, t.serviceId, t.startsAt),
      k.uniqueIndex('renewal_periods_charge_key').on(t.chargeId).where(sql`charge_id is not null`),
    ],
  )

  /** Actions triggered by time or money. The key prevents repeating them. */
  const renewalSteps = k.table(
    'renewal_steps',
    {
      id: k.id().notNull(),
      userId: k
        .ref()
        .notNull()
        .references(() => users.id),
      /** The subject, and the action. */
      key: k.text().notNull(),
      step: k.text().notNull(),
      serviceId: k.ref(),
      domainId: k.ref(),
      /** The display name of the subject. */
      name: k.text().notNull(),
      at: k.time().notNull(),
    },
    (t) => [
      k.primaryKey({ name: 'renewal_steps_pkey', columns: [t.userId, t.id] }),
      k.uniqueIndex('renewal_steps_key').on(t.userId, t.key),
      k.index('renewal_steps_at').on(t.at, t.id),
      k.index('renewal_steps_user').on(t.userId, t.at, t.id),
    ],
  )

  /** The days in Kolkata for which staff were notified. */
  const renewalSummaries = k.table('renewal_summaries', {
    day: k.text().primaryKey(),
    sentAt: k.time().notNull(),
  })

  return { renewalTerms, renewalCharges, renewalPeriods, renewalSteps, renewalSummaries }
}
