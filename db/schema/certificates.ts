import type { Kit } from '#db/kit.ts'
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
    ],
  )

  const certificateAuthorities = k.table('certificate_authorities', {
    name: k.text().primaryKey(),
    /** PEM. */
    certificate: k.text().notNull(),
    privateKey: k.text().notNull(),
    createdAt: k.time().notNull(),
  })

  return { certificates, certificateAuthorities }
}
