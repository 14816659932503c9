import { and, inArray, isNull, or, sql } from 'drizzle-orm'
import type { Source, Store, Tx } from '#db/types.ts'
import { invalid } from '#shared/errors.ts'
import { type DomainName, enclosingNames, nameBelow } from '#shared/names/domain-name.ts'

/** Names that programs use to find the mail servers of a domain and their policy (RFC 8461). */
const labels = ['mail', 'autoconfig', 'autodiscover', 'mta-sts']

/** The names below a domain that are reserved for its mail. */
export const mailNamesOf = (domain: DomainName): DomainName[] =>
  labels.map((label) => nameBelow(label, domain))

/** The given names that are reserved for the mail of a verified domain with mail here: set up, or with an address. */
export async function findMailNames(
  { read, t: { domains: d, emailDomains: m, emailAccounts: a } }: { read: Pick<Tx, 'select'>; t: Store['t'] },
  names: readonly DomainName[],
): Promise<Set<DomainName>> {
  const found = names.flatMap((name) => {
    const [, domain] = enclosingNames(name)
    return domain && labels.includes(name.slice(0, name.indexOf('.'))) ? [{ name, domain }] : []
  })
  if (found.length === 0) return new Set()
  const isSetUp = sql`exists (select 1 from ${m} where ${m.userId} = ${d.userId} and ${m.domainId} = ${d.id})`
  const hasAddress = sql`exists (select 1 from ${a} where ${a.userId} = ${d.userId} and ${a.domainId} = ${d.id} and ${a.deletedAt} is null)`
  const rows = await read
    .select({ name: d.domainName })
    .from(d)
    .where(
      and(
        inArray(
          d.domainName,
          found.map(({ domain }) => domain),
        ),
        isNull(d.challenge),
        or(isSetUp, hasAddress),
      ),
    )
  const domains = new Set(rows.map(({ name }) => name))
  return new Set(found.filter(({ domain }) => domains.has(domain)).map(({ name }) => name))
}

/** Why mail reserves a name, so that it cannot have a site, as a sentence; null otherwise. */
export async function findMailUse(source: Source, name: DomainName): Promise<string | null> {
  if (!(await findMailNames(source, [name])).has(name)) return null
  const domain = name.slice(name.indexOf('.') + 1)
  return `Mail for ${domain} uses ${name}, so no site can be there. Choose another name.`
}

/** @throws INVALID, for the field, when the name is reserved for the mail of a domain with mail here */
export async function assertNoMailName(
  tx: Tx,
  { field, name }: { field: 'domain' | 'name'; name: DomainName },
): Promise<void> {
  const use = await findMailUse(tx, name)
  if (use !== null) throw invalid(field, use)
}
