import { sql } from 'drizzle-orm'
import type { Kit } from '../../kit.ts'
import type { DomainTables } from './domains.ts'

/** Certificates of domains, and the portal's own authority. Private keys are sealed. */
export function certificateTables(k: Kit, { domains }: DomainTables) {
  /** A row for each domain whose SSL is switched on. */
  const certificates = k.table(
    'certificates',
    {
      userId: k.ref().notNull(),
      domainId: k.ref().notNull(),
      /** `pending` until the first attempt has ended; `failed` since the last attempt, whatever was issued before it. */
      status: k.oneOf(['pending', 'issued', 'failed']).notNull(),
      /** The names that it was issued for; empty before. */
      names: k.json<string[]>().notNull(),
      /** All names that the domain had then, also those that could not be proved; NULL before. */
      wanted: k.json<string[]>(),
      /** The authority that issued it: `local`, or the address of a directory; NULL before. */
      authority: k.text(),
      issuer: k.text(),
      /** Hexadecimal; every certificate has another one. */
      serial: k.text(),
      /** PEM, the domain's own certificate first. */
      chain: k.text(),
      privateKey: k.text(),
      notBefore: k.time(),
      notAfter: k.time(),
      /** Why the last attempt failed, as a sentence. */
      problem: k.text(),
      /** Attempts that failed since the last success. */
      failures: k.int().notNull().default(0),
      /** When it is issued next: for the first time, again, or anew. */
      dueAt: k.time().notNull(),
      /** The authority is not asked before; NULL when it did not say. */
      waitUntil: k.time(),
      /** When the authority is asked next whether it wants the certificate renewed early; NULL when it cannot be asked. */
      askAt: k.time(),
      createdAt: k.time().notNull(),
      updatedAt: k.time().notNull(),
    },
    (t) => [
      k.primaryKey({ name: 'certificates_pkey', columns: [t.userId, t.domainId] }),
      k
        .foreignKey({
          name: 'certificates_domain_fk',
          columns: [t.userId, t.domainId],
          foreignColumns: [domains.userId, domains.id],
        })
        .onDelete('cascade'),
      k.index('certificates_due').on(t.dueAt, t.domainId),
      k.index('certificates_ask').on(t.askAt, t.domainId).where(sql`ask_at is not null`),
    ],
  )

  const certificateAuthorities = k.table('certificate_authorities', {
    name: k.text().primaryKey(),
    /** PEM. */
    certificate: k.text().notNull(),
    privateKey: k.text().notNull(),
    createdAt: k.time().notNull(),
  })

  /** The account of this installation at an authority, by the address of its directory (RFC 8555). */
  const acmeAccounts = k.table('acme_accounts', {
    directoryUrl: k.text().primaryKey(),
    /** Sealed. */
    privateKey: k.text().notNull(),
    /** How the authority calls it; NULL until it knows it. */
    accountUrl: k.text(),
    /** The contact that the authority was told; NULL when none. */
    contact: k.text(),
    createdAt: k.time().notNull(),
    updatedAt: k.time().notNull(),
  })

  /** What an authority will look for while it checks a name: the answer of a web server, or a TXT record. */
  const acmeChallenges = k.table(
    'acme_challenges',
    {
      userId: k.ref().notNull(),
      domainId: k.ref().notNull(),
      token: k.text().notNull(),
      kind: k.oneOf(['http-01', 'dns-01']).notNull(),
      /** The name that is proved, without the star of a wildcard. */
      name: k.text().notNull(),
      /** The answer, or what the record says. */
      value: k.text().notNull(),
      /** It was left behind by a process that ended, if it is still there then. */
      expiresAt: k.time().notNull(),
    },
    (t) => [
      k.primaryKey({ name: 'acme_challenges_pkey', columns: [t.userId, t.domainId, t.token] }),
      k
        .foreignKey({
          name: 'acme_challenges_domain_fk',
          columns: [t.userId, t.domainId],
          foreignColumns: [domains.userId, domains.id],
        })
        .onDelete('cascade'),
      k.index('acme_challenges_expiry').on(t.expiresAt, t.domainId),
    ],
  )

  return { certificates, certificateAuthorities, acmeAccounts, acmeChallenges }
}
