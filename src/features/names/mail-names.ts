import { and, inArray, isNull, or, sql } from 'drizzle-orm'
import type { Source, Store, Tx } from '#db/types.ts'
import { invalid } from '#shared/errors.ts'
import { type DomainName, enclosingNames, nameBelow } from '#shared/names/domain-name.ts'

/** Where programs look for the mail of a domain and for how it is sent there (RFC 8461). */
const labels = ['mail', 'autoconfig', 'autodiscover', 'mta-sts']

/** The names below a domain at which programs look for its mail. */
export const mailNamesOf = (domain: DomainName): DomainName[] =>
  labels.map((label) => nameBelow(label, domain))

/** Those of the names at which programs look for the mail of a domain whose mail is here, verified: set up, or with an address. */
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

/** Why no site can be at a name, as a sentence: programs look there for the mail of a domain; null when they do not. */
export async function findMailUse(source: Source, name: DomainName): Promise<string | null> {
  if (!(await findMailNames(source, [name])).has(name)) return null
  const domain = name.slice(name.indexOf('.') + 1)
  return `Programs look for the mail of ${domain} at ${name}, so no site can be there: choose another name.`
}

/** @throws INVALID, of the field, for a name at which programs look for the mail of a domain whose mail is here */
export async function assertNoMailName(
  tx: Tx,
  { field, name }: { field: 'domain' | 'name'; name: DomainName },
): Promise<void> {
  const use = await findMailUse(tx, name)
  if (use !== null) throw invalid(field, use)
}
