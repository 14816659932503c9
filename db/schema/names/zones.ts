import type { Kit } from '../../kit.ts'
import type { DomainTables } from './domains.ts'

/** A record before or after a change. */
type StoredRecord = {
  id: string
  name: string
  type: 'A' | 'AAAA' | 'CNAME' | 'MX' | 'TXT' | 'NS' | 'SRV' | 'CAA'
  value: string
  priority: number | null
  ttl: number
  /** The change also added or removed the row of the subdomain with this name. */
  leadsSubdomain?: boolean
  /** The redirect target of that subdomain. */
  redirect?: { to: string; status: number }
}

/** The records of domains with their history, and their subdomains. */
export function zoneTables(k: Kit, { domains }: DomainTables) {
  const ownDomain = (name: string, columns: Parameters<Kit['foreignKey']>[0]['columns']) =>
    k.foreignKey({ name, columns, foreignColumns: [domains.userId, domains.id] }).onDelete('cascade')

  const dnsRecords = k.table(
    'dns_records',
    {
      id: k.id().notNull(),
      userId: k.ref().notNull(),
      domainId: k.ref().notNull(),
      type: k.oneOf(['A', 'AAAA', 'CNAME', 'MX', 'TXT', 'NS', 'SRV', 'CAA']).notNull(),
      name: k.text().notNull(),
      value: k.text().notNull(),
      /** The value for comparison: canonical, and hashed when it is long. */
      valueKey: k.text().notNull(),
      /** Seconds. */
      ttl: k.int().notNull().default(3600),
      priority: k.int(),
      createdAt: k.time().notNull(),
      updatedAt: k.time().notNull(),
    },
    (t) => [
      k.primaryKey({ name: 'dns_records_pkey', columns: [t.userId, t.id] }),
      ownDomain('dns_records_domain_fk', [t.userId, t.domainId]),
      k.uniqueIndex('dns_records_key').on(t.userId, t.domainId, t.name, t.type, t.valueKey),
    ],
  )

  const subdomains = k.table(
    'subdomains',
    {
      id: k.id().notNull(),
      userId: k.ref().notNull(),
      domainId: k.ref().notNull(),
      name: k.text().notNull(),
      /** The address or host that the zone points the name to. */
      target: k.text().notNull(),
      /** The redirect target, an absolute URL; NULL: the name is served. */
      redirectTo: k.text(),
      /** 308 or 302; set exactly when there is a URL. */
      redirectStatus: k.int(),
      status: k.oneOf(['active', 'inactive']).notNull().default('active'),
      createdAt: k.time().notNull(),
    },
    (t) => [
      k.primaryKey({ name: 'subdomains_pkey', columns: [t.userId, t.id] }),
      ownDomain('subdomains_domain_fk', [t.userId, t.domainId]),
      k.uniqueIndex('subdomains_name_key').on(t.userId, t.domainId, t.name),
    ],
  )

  const dnsChanges = k.table(
    'dns_changes',
    {
      id: k.id().notNull(),
      userId: k.ref().notNull(),
      domainId: k.ref().notNull(),
      /** The change, as a sentence. */
      note: k.text().notNull(),
      /** The serial of the zone after it. */
      serial: k.big().notNull(),
      removed: k.json<StoredRecord[]>().notNull(),
      added: k.json<StoredRecord[]>().notNull(),
      undoneAt: k.time(),
      createdAt: k.time().notNull(),
    },
    (t) => [
      k.primaryKey({ name: 'dns_changes_pkey', columns: [t.userId, t.id] }),
      ownDomain('dns_changes_domain_fk', [t.userId, t.domainId]),
      k.index('dns_changes_domain').on(t.userId, t.domainId, t.createdAt, t.id),
    ],
  )

  return { dnsRecords, subdomains, dnsChanges }
}
