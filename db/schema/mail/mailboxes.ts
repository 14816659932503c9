import { sql } from 'drizzle-orm'
import type { Kit } from '../../kit.ts'
import type { DomainTables } from '../names/domains.ts'
import type { AccountTables } from '../people/auth.ts'
import type { ServiceTables } from '../services.ts'

/** Mailboxes, forwardings and aliases, and their messages; the mail settings of domains. */
export function mailboxTables(
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
      /** Lower-cased address, its domain in A-labels. */
      email: k.text().notNull(),
      passwordHash: k.text(),
      type: k.oneOf(['mailbox', 'forwarding', 'alias']).notNull().default('mailbox'),
      status: k.oneOf(['active', 'suspended', 'pending']).notNull().default('active'),
      /** True exactly when the status is `active`. */
      isActive: k.bool().notNull().default(true),
      /** MB */
      quota: k.int().notNull().default(1024),
      usedBytes: k.big().notNull().default(0),
      /** The number of accepted messages, spam included. */
      messagesReceived: k.int().notNull().default(0),
      /** The number of messages refused or filed as spam. */
      spamBlocked: k.int().notNull().default(0),
      forwardTo: k.json<string[]>(),
      keepCopy: k.bool().notNull().default(false),
      /** The plain-text signature of messages written on the screen. */
      signature: k.text(),
      /** Successful logins, newest first: the network, and the time as ISO 8601. */
      knownNetworks: k.json<{ network: string; at: string }[]>(),
      /** A deleted mailbox retains its address and messages until `purgeAt`. */
      deletedAt: k.time(),
      purgeAt: k.time(),
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
      // Addresses of an example domain are unique per customer.
      k.uniqueIndex('email_accounts_email_key').on(t.email).where(sql`domain_id is not null`),
      k.uniqueIndex('email_accounts_own_email_key').on(t.userId, t.email),
      k.index('email_accounts_user').on(t.userId, t.createdAt, t.id),
      k.index('email_accounts_service').on(t.userId, t.serviceId),
      k.index('email_accounts_domain').on(t.userId, t.domainId),
      k.index('email_accounts_purge').on(t.purgeAt, t.id).where(sql`purge_at is not null`),
      k.index('email_accounts_type').on(t.type, t.id),
      k.index('email_accounts_updated').on(t.updatedAt, t.id),
    ],
  )

  /** The mail settings of a domain; there is none until mail is set up for it. */
  const emailDomains = k.table(
    'email_domains',
    {
      userId: k.ref().notNull(),
      domainId: k.ref().notNull(),
      /** The catch-all mailbox. */
      catchAllId: k.ref(),
      /** Greylisting of unknown senders. */
      greylisting: k.bool().notNull().default(false),
      dkimSelector: k.text().notNull(),
      /** PKCS#8, sealed with the key of the application. */
      dkimPrivateKey: k.text().notNull(),
      /** Base64 of the DER, as in the record. */
      dkimPublicKey: k.text().notNull(),
      /** The selector of a rotated key stays in the zone until mail that it signed has arrived. */
      oldSelector: k.text(),
      rotatedAt: k.time(),
      createdAt: k.time().notNull(),
      updatedAt: k.time().notNull(),
    },
    (t) => [
      k.primaryKey({ name: 'email_domains_pkey', columns: [t.userId, t.domainId] }),
      k
        .foreignKey({
          name: 'email_domains_domain_fk',
          columns: [t.userId, t.domainId],
          foreignColumns: [domains.userId, domains.id],
        })
        .onDelete('cascade'),
      k.index('email_domains_rotated').on(t.rotatedAt, t.domainId).where(sql`old_selector is not null`),
    ],
  )

  /** The index of the inbox: one row for each file of a mailbox, which can be rebuilt from it. */
  const emailMessages = k.table(
    'email_messages',
    {
      id: k.id().notNull(),
      userId: k.ref().notNull(),
      accountId: k.ref().notNull(),
      folder: k.oneOf(['inbox', 'drafts', 'sent', 'archive', 'spam', 'trash']).notNull().default('inbox'),
      /** Base name in the Maildir, without its flags. */
      file: k.text().notNull(),
      /** The Message-ID, without its angle brackets. */
      messageId: k.text(),
      /** The same for all messages of a conversation. */
      threadId: k.text().notNull(),
      fromName: k.text().notNull().default(''),
      fromAddress: k.text().notNull().default(''),
      toText: k.text().notNull().default(''),
      subject: k.text().notNull().default(''),
      /** The first line of its text. */
      snippet: k.text().notNull().default(''),
      sizeBytes: k.big().notNull(),
      attachmentCount: k.int().notNull().default(0),
      isSeen: k.bool().notNull().default(false),
      isAnswered: k.bool().notNull().default(false),
      isFlagged: k.bool().notNull().default(false),
      /** Results as in Authentication-Results (RFC 8601); NULL where nothing was checked. */
      spf: k.text(),
      dkim: k.text(),
      dmarc: k.text(),
      /** The reasons for the spam verdict, in sentences. */
      spamReasons: k.json<string[]>(),
      receivedAt: k.time().notNull(),
      /** When it entered its folder, for the cleanup. */
      filedAt: k.time().notNull(),
    },
    (t) => [
      k.primaryKey({ name: 'email_messages_pkey', columns: [t.userId, t.accountId, t.id] }),
      k
        .foreignKey({
          name: 'email_messages_account_fk',
          columns: [t.userId, t.accountId],
          foreignColumns: [emailAccounts.userId, emailAccounts.id],
        })
        .onDelete('cascade'),
      k.uniqueIndex('email_messages_file_key').on(t.userId, t.accountId, t.file),
      k.index('email_messages_folder').on(t.userId, t.accountId, t.folder, t.receivedAt, t.id),
      k.index('email_messages_thread').on(t.userId, t.accountId, t.threadId, t.receivedAt),
      k.index('email_messages_unseen').on(t.userId, t.accountId, t.folder).where(sql`not is_seen`),
      k.index('email_messages_filed').on(t.filedAt, t.id).where(sql`folder in ('spam', 'trash')`),
    ],
  )

  return { emailAccounts, emailDomains, emailMessages }
}
