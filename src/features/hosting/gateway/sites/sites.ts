import { and, eq, inArray } from 'drizzle-orm'
import { findMailNames } from '#features/names/mail-names.ts'
import type { ServiceStatus } from '#features/services/contract/contract.ts'
import type { Deps } from '#server/context.ts'
import { domainToAscii } from '#shared/names/domain-name.ts'
import { type DomainSite, findDomainSites } from './domain-sites.ts'
import type { FoundSites, Site, SiteKey } from './site-cache.ts'

/** The sites in the store. */
export interface FollowedSites {
  /** Calls `tell` with the result for each key, read after the latest announced change; with null when the lookup fails. */
  find(keys: readonly SiteKey[], publish: (found: FoundSites | null) => void): Promise<void>
  close(): void
}

const hidden: ServiceStatus[] = ['pending', 'terminated']
const withoutWww = (host: string) => host.replace(/^www\./, '')
const valuesOf = (keys: readonly SiteKey[], kind: 'host:' | 'id:' | 'slug:') =>
  keys.filter((key) => key.startsWith(kind)).map((key) => key.slice(kind.length))

type Rows = {
  byId: Site[]
  bySlug: { site: Site; named: string }[]
  byDomain: Site[]
  byName: Map<string, DomainSite>
}

const isShown = ({ status }: Site): boolean => !hidden.includes(status)

async function readSites(store: Deps['store'], keys: readonly SiteKey[]): Promise<Rows> {
  const { read, t } = store
  const { userServices, siteSlugs } = t
  const { userId, id: serviceId, domain, slug, status } = userServices
  const site = { userId, serviceId, domain, slug, status }
  const select = () => read.select(site).from(userServices)
  const selectNamed = () =>
    read
      .select({ site, named: siteSlugs.slug })
      .from(siteSlugs)
      .innerJoin(userServices, and(eq(userId, siteSlugs.userId), eq(serviceId, siteSlugs.serviceId)))
  const [ids, slugs, hosts] = [valuesOf(keys, 'id:'), valuesOf(keys, 'slug:'), valuesOf(keys, 'host:')]
  // A domain may redirect one of the two names to the other.
  const names = new Set(hosts.flatMap((host) => [host, withoutWww(host), `www.${host}`]))
  const domains = [...names].map(domainToAscii).filter((name) => name !== null)
  const [byId, bySlug, byDomain, mailNames, ofDomains] = await Promise.all([
    ids.length > 0 ? select().where(inArray(serviceId, ids)) : [],
    slugs.length > 0 ? selectNamed().where(inArray(siteSlugs.slug, slugs)) : [],
    domains.length > 0 ? select().where(inArray(domain, domains)) : [],
    findMailNames(store, domains),
    findDomainSites(store, hosts),
  ])
  // A service may have taken the name before mail moved here.
  const isSite = (site: Site) => isShown(site) && !(site.domain !== null && mailNames.has(site.domain))
  // A wildcard redirect does not apply to mail hosts.
  const isRedirected = (host: string) => {
    const name = domainToAscii(host)
    return name !== null && mailNames.has(name) && ofDomains.get(host)?.serving.redirect
  }
  const byName = new Map([...ofDomains].filter(([host]) => !isRedirected(host)))
  const shownBySlug = bySlug.filter(({ site }) => isShown(site))
  return { byId: byId.filter(isShown), bySlug: shownBySlug, byDomain: byDomain.filter(isSite), byName }
}

function choose(keys: readonly SiteKey[], { byId, bySlug, byDomain, byName }: Rows): FoundSites {
  const ids = new Map<SiteKey, Site>([
    ...byId.map((site) => [`id:${site.serviceId}`, site] as const),
    ...bySlug.map(({ site, named }) => [`slug:${named}`, site] as const),
  ])
  const domains: ReadonlyMap<string | null, Site> = new Map(byDomain.map((site) => [site.domain, site]))
  /** A service's own domain takes precedence over a customer domain that includes the host. */
  const byOwn = (host: string) => domains.get(host) ?? domains.get(withoutWww(host))
  const byHost = (host: string): Site | null => {
    const named = byName.get(host)
    const whole = named?.whole && isShown(named.whole) ? named.whole : null
    const owned = byOwn(host)
    const site = owned ?? (named?.isServed ? whole : null)
    if (!site || named?.userId !== site.userId) return site
    const { goal, redirect } = named.serving
    const isOneSite = goal !== null && (byOwn(goal) ?? whole)?.serviceId === site.serviceId
    const serving = { ...named.serving, goal: isOneSite ? goal : null, redirect: owned ? null : redirect }
    return { ...site, serving }
  }
  return keys.map((key) => [
    key,
    key.startsWith('host:') ? byHost(key.slice('host:'.length)) : (ids.get(key) ?? null),
  ])
}

/** Reads per lookup while changes are announced during each; after that the lookup fails. */
const mostReads = 3

/** Looks sites up; `changed` is called immediately for every owner whose services or domains changed, on any node. */
export function followSites(
  { store, events }: Pick<Deps, 'store' | 'events'>,
  changed: (userId: string) => void,
): FollowedSites {
  let changes = 0
  const close = events.subscribe(({ kind, userId }) => {
    if (kind !== 'service' && kind !== 'domain') return
    changes += 1
    // By owner, because names that pointed to a removed row are unknown.
    changed(userId)
  })
  return {
    close,
    async find(keys, publish) {
      for (let reads = 0; reads < mostReads; reads += 1) {
        const before = changes
        const rows = await readSites(store, keys).catch(() => null)
        if (rows === null) return publish(null)
        // An answer must not be older than a change announced before it.
        if (before === changes) return publish(choose(keys, rows))
      }
      publish(null)
    },
  }
}
