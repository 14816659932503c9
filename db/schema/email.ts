import type { Kit } from '#db/kit.ts'
import type { AccountTables } from './auth.ts'
import type { DomainTables } from './domains.ts'
import type { ServiceTables } from './services.ts'

/** Mailboxes, forwardings and aliases. */
export function emailTables(
  k: Kit,
  { users, userServices, domains }: AccountTables & ServiceTables & DomainTables,
) {
  const emailAccounts = k.table(
    'email_accounts',
    {
      id: k.id().notNull(),
      userId: k
        .ref()
        .notNull()
        .references(() => users.id),
      serviceId: k.ref().notNull(),
      /** NULL for the example domains. */
      domainId: k.ref(),
      /** Lower-cased address. */
      email: k.text().notNull(),
      passwordHash: k.text(),
      type: k.oneOf(['mailbox', 'forwarding', 'alias']).notNull().default('mailbox'),
      status: k.oneOf(['active', 'suspended', 'pending']).notNull().default('active'),
      /** True exactly when the status is `active`. */
      isActive: k.bool().notNull().default(true),
      /** MB */
      quota: k.int().notNull().default(1024),
      usedBytes: k.big().notNull().default(0),
      spamBlocked: k.int().notNull().default(0),
      forwardTo: k.json<string[]>(),
      keepCopy: k.bool().notNull().default(false),
      createdAt: k.time().notNull(),
      updatedAt: k.time().notNull(),
    },
    (t) => [
      k.primaryKey({ name: 'email_accounts_pkey', columns: [t.userId, t.id] }),
      k.foreignKey({
        name: 'email_accounts_service_fk',
        columns: [t.userId, t.serviceId],
        foreignColumns: [userServices.userId, userServices.id],
      }),
      k.foreignKey({
        name: 'email_accounts_domain_fk',
        columns: [t.userId, t.domainId],
        foreignColumns: [domains.userId, domains.id],
      }),
      k.uniqueIndex('email_accounts_email_key').on(t.email),
      k.index('email_accounts_user').on(t.userId, t.createdAt, t.id),
      k.index('email_accounts_service').on(t.userId, t.serviceId),
      k.index('email_accounts_domain').on(t.userId, t.domainId),
    ],
  )

  return { emailAccounts }
}
