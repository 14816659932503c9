import { sql } from 'drizzle-orm'
import type { Kit } from '#db/kit.ts'
import type { CatalogueTables } from './business/catalogue.ts'
import type { AccountTables } from './people/auth.ts'

/** Services that customers bought. */
export function serviceTables(k: Kit, { users, pricingPlans }: AccountTables & CatalogueTables) {
  const userServices = k.table(
    'user_services',
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
      /** The order it came from. No foreign key: the order already points here. */
      orderId: k.ref(),
      status: k
        .oneOf(['pending', 'active', 'restarting', 'stopped', 'suspended', 'terminated'])
        .notNull()
        .default('pending'),
      /** The owner's name for the site; one line in NFC. */
      name: k.text(),
      domain: k.domain(),
      /** Its readable path below `/sites/`; NULL until it is active for the first time. */
      slug: k.text(),
      serverIp: k.text(),
      autoRestart: k.bool().notNull().default(true),
      activatedAt: k.time(),
      suspendedReason: k.text(),
      /** NULL when no provisioning is in progress. */
      provisioningState: k.oneOf(['queued', 'running', 'retrying', 'failed']),
      provisioningStep: k.text(),
      provisioningAttempts: k.int().notNull().default(0),
      provisioningMessage: k.text(),
      /** The operation that locks its files and databases; writes to them are refused meanwhile. */
      busy: k.oneOf(['restore']),
      /** Bytes of its files including the trash, which count against the plan's quota. */
      diskBytes: k.big().notNull().default(0),
      createdAt: k.time().notNull(),
      updatedAt: k.time().notNull(),
    },
    (t) => [
      k.primaryKey({ name: 'user_services_pkey', columns: [t.userId, t.id] }),
      k.uniqueIndex('user_services_id_key').on(t.id),
      k
        .uniqueIndex('user_services_domain_key')
        .on(t.domain)
        .where(sql`status <> 'terminated' and domain is not null`),
      k.index('user_services_user').on(t.userId, t.createdAt, t.id),
      k.index('user_services_created').on(t.createdAt, t.id),
      k.index('user_services_plan').on(t.planId),
      k.index('user_services_status').on(t.status, t.createdAt, t.id),
      // Includes terminated ones, which the unique index omits: administrators search them.
      k.index('user_services_domain').on(t.domain).where(sql`domain is not null`),
      k.index('user_services_busy').on(t.userId, t.id).where(sql`busy is not null`),
    ],
  )

  /** Every path that a site ever had: an old one redirects to the newest, and no other site ever gets it. */
  const siteSlugs = k.table(
    'site_slugs',
    {
      slug: k.text().notNull(),
      userId: k.ref().notNull(),
      serviceId: k.ref().notNull(),
      createdAt: k.time().notNull(),
    },
    (t) => [
      k.primaryKey({ name: 'site_slugs_pkey', columns: [t.slug] }),
      k.foreignKey({
        name: 'site_slugs_service_fk',
        columns: [t.userId, t.serviceId],
        foreignColumns: [userServices.userId, userServices.id],
      }),
      k.index('site_slugs_service').on(t.userId, t.serviceId),
    ],
  )

  return { userServices, siteSlugs }
}

export type ServiceTables = ReturnType<typeof serviceTables>
