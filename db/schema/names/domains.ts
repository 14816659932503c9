import { sql } from 'drizzle-orm'
import type { Kit } from '../../kit.ts'
import type { AccountTables } from '../people/auth.ts'
import type { ServiceTables } from '../services.ts'

/** Domains, each with the serial of its zone. */
export function domainTables(k: Kit, { users, userServices }: AccountTables & ServiceTables) {
  const domains = k.table(
    'domains',
    {
      id: k.id().notNull(),
      userId: k
        .ref()
        .notNull()
        .references(() => users.id),
      serviceId: k.ref(),
      /** Lower-cased A-labels. */
      domainName: k.domain().notNull(),
      status: k.oneOf(['active', 'pending', 'expired', 'error']).notNull().default('active'),
      registrar: k.text(),
      nameservers: k.json<string[]>().notNull(),
      expiryDate: k.time(),
      ssl: k.bool().notNull().default(false),
      sslIssuer: k.text(),
      sslExpiresAt: k.time(),
      /** The canonical host that visitors are redirected to: the name itself or its `www`. */
      www: k.oneOf(['as-typed', 'to-www', 'to-bare']).notNull().default('as-typed'),
      /** Whether http requests are redirected to https where a name has a certificate. */
      httpsRedirect: k.bool().notNull().default(true),
      /** `withdrawn`: it was on, and browsers must forget it. */
      hsts: k.oneOf(['off', 'on', 'withdrawn']).notNull().default('off'),
      autoRenew: k.bool().notNull().default(true),
      privacy: k.bool().notNull().default(true),
      transferLock: k.bool().notNull().default(true),
      authCodeHash: k.text(),
      /** The expected TXT record until the name is verified; NULL for a verified name. */
      challenge: k.text(),
      verifiedAt: k.time(),
      /** The reason why the last verification failed, as a sentence. */
      problem: k.text(),
      /**
       * The time of the task's next DNS check: for ownership, and then whether the name points here, for HTTPS; NULL for none.
       */
      checkAt: k.time(),
      /** SOA serial, raised by every change of the zone. */
      zoneSerial: k.big().notNull().default(1),
      /** When secondaries were last notified to copy new signatures; NULL while DNSSEC is off. */
      signedAt: k.time(),
      createdAt: k.time().notNull(),
      updatedAt: k.time().notNull(),
    },
    (t) => [
      k.primaryKey({ name: 'domains_pkey', columns: [t.userId, t.id] }),
      k.foreignKey({
        name: 'domains_service_fk',
        columns: [t.userId, t.serviceId],
        foreignColumns: [userServices.userId, userServices.id],
      }),
      // Many customers may claim a name, but only one owns it.
      k.uniqueIndex('domains_name_key').on(t.domainName).where(sql`challenge is null`),
      k.uniqueIndex('domains_own_name_key').on(t.userId, t.domainName),
      k.index('domains_wanted').on(t.domainName).where(sql`challenge is not null`),
      k.index('domains_check').on(t.checkAt, t.id).where(sql`check_at is not null`),
      k.index('domains_signed').on(t.signedAt, t.id).where(sql`signed_at is not null`),
      k.index('domains_user').on(t.userId, t.createdAt, t.id),
      k.uniqueIndex('domains_id_key').on(t.id),
      // For administrators, who list and search all customers' domains.
      k.index('domains_created').on(t.createdAt, t.id),
      k.index('domains_status').on(t.status, t.createdAt, t.id),
      k.index('domains_search').on(t.domainName),
      k.index('domains_service').on(t.userId, t.serviceId),
      k.index('domains_expiry').on(t.expiryDate),
      k.index('domains_updated').on(t.updatedAt, t.id),
    ],
  )

  return { domains }
}

export type DomainTables = ReturnType<typeof domainTables>
