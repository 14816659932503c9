import { sql } from 'drizzle-orm'
import type { Kit } from '../../kit.ts'
import type { AccountTables } from '../people/auth.ts'
import type { ServiceTables } from '../services.ts'
import type { CatalogueTables } from './catalogue.ts'

/** Orders; each belongs to the service it pays for. */
export function orderTables(
  k: Kit,
  { users, pricingPlans, userServices }: AccountTables & CatalogueTables & ServiceTables,
) {
  const orders = k.table(
    'orders',
    {
      id: k.id().notNull(),
      userId: k
        .ref()
        .notNull()
        .references(() => users.id),
      planId: k
        .ref()
        .notNull()
        .references(() => pricingPlans.id),
      serviceId: k.ref().notNull(),
      amountPaise: k.paise().notNull(),
      currency: k.text().notNull().default('INR'),
      status: k.oneOf(['pending', 'approved', 'rejected', 'cancelled']).notNull().default('pending'),
      paymentMethod: k.text().notNull(),
      domain: k.domain(),
      reason: k.text(),
      note: k.text(),
      decidedAt: k.time(),
      decidedBy: k.ref(),
      createdAt: k.time().notNull(),
    },
    (t) => [
      k.primaryKey({ name: 'orders_pkey', columns: [t.userId, t.id] }),
      k.uniqueIndex('orders_id_key').on(t.id),
      k.foreignKey({
        name: 'orders_service_fk',
        columns: [t.userId, t.serviceId],
        foreignColumns: [userServices.userId, userServices.id],
      }),
      k.index('orders_user').on(t.userId, t.createdAt, t.id),
      k.index('orders_service').on(t.userId, t.serviceId),
      k.index('orders_status').on(t.status, t.createdAt, t.id),
      k.index('orders_approved').on(t.decidedAt).where(sql`status = 'approved'`),
      k.index('orders_created').on(t.createdAt, t.id),
      k.index('orders_domain').on(t.domain).where(sql`domain is not null`),
    ],
  )

  return { orders }
}
