import { and, eq, inArray, isNull } from 'drizzle-orm'
import type { Deps } from '#server/context.ts'
import type { Site } from './site-cache.ts'

/** A host as a name inside a domain: `@` for the domain itself. */
type Inside = { domain: string; name: string }

/** Every domain that a host could be a name of, the closest first. */
function placesOf(host: string): Inside[] {
  const labels = host.split('.')
  return labels.slice(0, -1).map((_, first) => ({
    domain: labels.slice(first).join('.'),
    name: labels.slice(0, first).join('.') || '@',
  }))
}

/** What answers for a name: the name itself, or the wildcard that stands for it, the closest first. */
function ownersOf(name: string): string[] {
  const labels = name.split('.')
  return [name, ...labels.map((_, first) => ['*', ...labels.slice(first + 1)].join('.'))]
}

/** Names that belong to the site of a domain without a subdomain of that name. */
const own = ['@', 'www']

/**
 * The sites of those hosts that are names of a customer's domain, verified and active: the domain itself, its `www`, and its
 * active subdomains, an exact name before a wildcard.
 */
export async function findDomainSites(
  { read, t }: Deps['store'],
  hosts: readonly string[],
): Promise<Map<string, Site>> {
  const { domains: d, subdomains: sub, userServices: s } = t
  const places = hosts.flatMap(placesOf)
  if (places.length === 0) return new Map()
  const names = [...new Set(places.flatMap(({ name }) => ownersOf(name)))]
  const rows = await read
    .select({
      domainName: d.domainName,
      name: sub.name,
      site: { userId: s.userId, serviceId: s.id, domain: s.domain, status: s.status },
    })
    .from(d)
    .innerJoin(s, and(eq(s.userId, d.userId), eq(s.id, d.serviceId)))
    .leftJoin(
      sub,
      and(
        eq(sub.userId, d.userId),
        eq(sub.domainId, d.id),
        eq(sub.status, 'active'),
        inArray(sub.name, names),
      ),
    )
    .where(
      and(
        inArray(d.domainName, [...new Set(places.map(({ domain }) => domain))]),
        isNull(d.challenge),
        eq(d.status, 'active'),
      ),
    )
  const served = new Map<string, Site>()
  for (const { domainName, name, site } of rows)
    for (const each of [...own, ...(name === null ? [] : [name])]) served.set(`${each} ${domainName}`, site)
  const known = new Set(rows.map(({ domainName }) => domainName))
  return new Map(
    hosts.flatMap((host): [string, Site][] => {
      const inside = placesOf(host).find(({ domain }) => known.has(domain))
      const owner = inside && ownersOf(inside.name).find((each) => served.has(`${each} ${inside.domain}`))
      const site = owner === undefined ? undefined : served.get(`${owner} ${inside?.domain}`)
      return site ? [[host, site]] : []
    }),
  )
}

/** The service of a domain; null when it has none any more. */
export async function findServiceOf(
  { read, t: { domains } }: Deps['store'],
  { userId, id }: { userId: string; id: string },
): Promise<string | null> {
  const [row] = await read
    .select({ serviceId: domains.serviceId })
    .from(domains)
    .where(and(eq(domains.userId, userId), eq(domains.id, id)))
  return row?.serviceId ?? null
}
