import { and, eq, inArray, isNull } from 'drizzle-orm'
import { daySeconds, goalOf, hstsDays, isLed } from '#features/domains/contract/serving.ts'
import { ownersOf, placesOf } from '#features/zones/contract/name-places.ts'
import { apex, fullName } from '#features/zones/contract/record-types.ts'
import type { RedirectStatus } from '#features/zones/contract/redirect.ts'
import type { Deps } from '#server/context.ts'
import { type DomainName, domainToAscii } from '#shared/names/domain-name.ts'
import type { Serving } from './serving.ts'
import type { Site } from './site-cache.ts'

/** The role of a host within its verified and active domain. */
export type DomainSite = {
  userId: string
  /** The site of the domain; null when it has no service. */
  whole: Site | null
  /** Whether the domain is served at this host. */
  isServed: boolean
  /** The domain's serving rules, including its `goal`, for any service. */
  serving: Serving
}

/** Names of a domain's site, besides its subdomains. */
const own = [apex, 'www'] as const
const isOwn = (name: string): name is (typeof own)[number] => own.some((each) => each === name)

const hstsValues = { off: null, on: `max-age=${hstsDays * daySeconds}`, withdrawn: 'max-age=0' } as const

type Store = Pick<Deps['store'], 'read' | 't'>

/** The domains of these names with their sites, and each matching subdomain in its own row. */
function readRows(
  { read, t }: Store,
  { domainNames, names }: { domainNames: DomainName[]; names: string[] },
) {
  const { domains: d, subdomains: sub, userServices: s } = t
  return read
    .select({
      domain: { id: d.id, userId: d.userId, name: d.domainName, www: d.www },
      httpsRedirect: d.httpsRedirect,
      hsts: d.hsts,
      subdomain: { name: sub.name, redirectTo: sub.redirectTo, redirectStatus: sub.redirectStatus },
      site: { userId: s.userId, serviceId: s.id, domain: s.domain, status: s.status },
    })
    .from(d)
    .leftJoin(s, and(eq(s.userId, d.userId), eq(s.id, d.serviceId)))
    .leftJoin(
      sub,
      and(
        eq(sub.userId, d.userId),
        eq(sub.domainId, d.id),
        eq(sub.status, 'active'),
        inArray(sub.name, names),
      ),
    )
    .where(and(inArray(d.domainName, domainNames), isNull(d.challenge), eq(d.status, 'active')))
}

type Row = Awaited<ReturnType<typeof readRows>>[number]

/** The redirect targets of domains, without names that their zones do not point anywhere. */
async function readGoals({ read, t: { dnsRecords: r } }: Store, rows: readonly Row[]) {
  const redirecting = new Map(rows.flatMap(({ domain }) => (goalOf(domain.www) ? [[domain.id, domain]] : [])))
  if (redirecting.size === 0) return new Map<string, string>()
  const userIds = [...new Set([...redirecting.values()].map(({ userId }) => userId))]
  const records = await read
    .select({ domainId: r.domainId, name: r.name, type: r.type })
    .from(r)
    .where(
      and(
        inArray(r.userId, userIds),
        inArray(r.domainId, [...redirecting.keys()]),
        inArray(r.name, [...own, '*']),
      ),
    )
  const byDomain = Map.groupBy(records, ({ domainId }) => domainId)
  return new Map(
    [...redirecting.values()].flatMap(({ id, name, www }): [string, string][] => {
      const goal = goalOf(www)
      return goal && isLed(byDomain.get(id) ?? [], goal) ? [[id, fullName(goal, name)]] : []
    }),
  )
}

const redirectOf = (subdomain: Row['subdomain'] | undefined): Serving['redirect'] =>
  subdomain?.redirectTo
    ? { to: subdomain.redirectTo, status: (subdomain.redirectStatus ?? 302) as RedirectStatus }
    : null

/**
 * Finds hosts that are names of verified and active customer domains: the domain itself, its `www`, and its active subdomains, an
 * exact name before a wildcard.
 */
export async function findDomainSites(
  store: Store,
  hosts: readonly string[],
): Promise<Map<string, DomainSite>> {
  const places = hosts.flatMap(placesOf)
  if (places.length === 0) return new Map()
  const domainNames = [...new Set(places.map(({ domain }) => domainToAscii(domain)))].filter(
    (name) => name !== null,
  )
  const names = [...new Set(places.flatMap(({ name }) => ownersOf(name)))]
  const rows = await readRows(store, { domainNames, names })
  const goals = await readGoals(store, rows)
  const byName: ReadonlyMap<string, Row[]> = Map.groupBy(rows, ({ domain }) => domain.name)
  const siteOf = (host: string): DomainSite | null => {
    const inside = placesOf(host).find(({ domain }) => byName.has(domain))
    const all = inside && byName.get(inside.domain)
    const [row] = all ?? []
    if (!inside || !all || !row) return null
    const subdomain = isOwn(inside.name)
      ? undefined
      : ownersOf(inside.name)
          .map((owner) => all.find((each) => each.subdomain?.name === owner)?.subdomain)
          .find((each) => each !== undefined)
    const goal = isOwn(inside.name) ? (goals.get(row.domain.id) ?? null) : null
    return {
      userId: row.domain.userId,
      whole: row.site,
      isServed: isOwn(inside.name) || subdomain !== undefined,
      serving: {
        goal: goal === host ? null : goal,
        httpsRedirect: row.httpsRedirect,
        hsts: hstsValues[row.hsts],
        redirect: redirectOf(subdomain),
      },
    }
  }
  return new Map(
    hosts.flatMap((host): [string, DomainSite][] => {
      const found = siteOf(host)
      return found ? [[host, found]] : []
    }),
  )
}
