import type { Kit } from '../../kit.ts'
import type { DomainTables } from './domains.ts'

/** The keys of zones with DNSSEC. */
export function dnsTables(k: Kit, { domains }: DomainTables) {
  const dnssecKeys = k.table(
    'dnssec_keys',
    {
      userId: k.ref().notNull(),
      domainId: k.ref().notNull(),
      /** `ksk` is the key that the parent's DS record points to; `zsk` signs the records. */
      role: k.oneOf(['ksk', 'zsk']).notNull(),
      /** A point of the curve P-256, in base64. */
      publicKey: k.text().notNull(),
      /** Sealed. */
      privateKey: k.text().notNull(),
      createdAt: k.time().notNull(),
    },
    (t) => [
      k.primaryKey({ name: 'dnssec_keys_pkey', columns: [t.userId, t.domainId, t.role] }),
      k
        .foreignKey({
          name: 'dnssec_keys_domain_fk',
          columns: [t.userId, t.domainId],
          foreignColumns: [domains.userId, domains.id],
        })
        .onDelete('cascade'),
    ],
  )
  return { dnssecKeys }
}
