import { sql } from 'drizzle-orm'
import type { Kit } from '../../kit.ts'
import type { DomainTables } from './domains.ts'

/** Certificates of domains, and the portal's own authority. Private keys are sealed. */
export function certificateTables(k: Kit, { domains }: DomainTables) {
  /** A row for each domain with SSL switched on. */
  const certificates = k.table(
    'certificates',
    {
      userId: k.ref().notNull(),
      domainId: k.ref().notNull(),
      /** `pending` until the first attempt has ended; `failed` since the last attempt, even with an earlier certificate. */
      status: k.oneOf(['pending', 'issued', 'failed']).notNull(),
      /** The names in the certificate; empty before. */
      names: k.json<string[]>().notNull(),
      /** All names that the domain had at that time, including those that failed validation; NULL before. */
      wanted: k.json<string[]>(),
      /** The CA that issued it: `local`, or the directory URL; NULL before. */
      authority: k.text(),
      issuer: k.text(),
      /** Hexadecimal; unique per certificate. */
      serial: k.text(),
      /** PEM, the domain's own certificate first. */
      chain: k.text(),
      privateKey: k.text(),
      notBefore: k.time(),
      notAfter: k.time(),
      /** The reason of the last failure, as a sentence. */
      problem: k.text(),
      /** Failed attempts since the last success. */
      failures: k.int().notNull().default(0),
      /** The time of the next issuance: the first one, a retry, or a renewal. */
      dueAt: k.time().notNull(),
      /** No request to the CA before this time; NULL when it did not say. */
      waitUntil: k.time(),
      /** The time of the next query for an early renewal; NULL when the CA does not offer it. */
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

  /** The account of this installation at a CA, by its directory URL (RFC 8555). */
  const acmeAccounts = k.table('acme_accounts', {
    directoryUrl: k.text().primaryKey(),
    /** Sealed. */
    privateKey: k.text().notNull(),
    /** The CA's URL of the account; NULL until it exists. */
    accountUrl: k.text(),
    /** The contact registered at the CA; NULL when there is none. */
    contact: k.text(),
    createdAt: k.time().notNull(),
    updatedAt: k.time().notNull(),
  })

  /** The response to a pending challenge: an answer of a web server, or a TXT record. */
  const acmeChallenges = k.table(
    'acme_challenges',
    {
      userId: k.ref().notNull(),
      domainId: k.ref().notNull(),
      token: k.text().notNull(),
      kind: k.oneOf(['http-01', 'dns-01']).notNull(),
      /** The validated name, without the star of a wildcard. */
      name: k.text().notNull(),
      /** The answer, or the value of the record. */
      value: k.text().notNull(),
      /** If it still exists after this time, its process ended without removing it. */
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
