import { inArray } from 'drizzle-orm'
import type { ServiceStatus } from '#features/services/contract.ts'
import type { Deps } from '#server/context.ts'
import { findDomainSites, findServiceOf } from './domain-sites.ts'
import type { FoundSites, Site, SiteKey } from './site-cache.ts'

/** The sites as the store has them. */
export interface FollowedSites {
  /**
   * Calls `tell` with what each of the keys names, at a moment when nothing newer was announced; with null when that cannot
   * be said.
   */
  find(keys: readonly SiteKey[], tell: (found: FoundSites | null) => void): Promise<void>
  close(): void
}

const hidden: ServiceStatus[] = ['pending', 'terminated']
const withoutWww = (host: string) => host.replace(/^www\./, '')
const valuesOf = (keys: readonly SiteKey[], kind: 'host:' | 'id:') =>
  keys.filter((key) => key.startsWith(kind)).map((key) => key.slice(kind.length))

type Rows = { byId: Site[]; byDomain: Site[]; byName: Map<string, Site> }

const isShown = ({ status }: Site): boolean => !hidden.includes(status)

async function readSites(store: Deps['store'], keys: readonly SiteKey[]): Promise<Rows> {
  const { read, t } = store
  const { userServices } = t
  const { userId, id: serviceId, domain, status } = userServices
  const select = () => read.select({ userId, serviceId, domain, status }).from(userServices)
  const [ids, hosts] = [valuesOf(keys, 'id:'), valuesOf(keys, 'host:')]
  const domains = [...new Set([...hosts, ...hosts.map(withoutWww)])]
  const [byId, byDomain, byName] = await Promise.all([
    ids.length > 0 ? select().where(inArray(serviceId, ids)) : [],
    domains.length > 0 ? select().where(inArray(domain, domains)) : [],
    findDomainSites(store, hosts),
  ])
  return {
    byId: byId.filter(isShown),
    byDomain: byDomain.filter(isShown),
    byName: new Map([...byName].filter(([, site]) => isShown(site))),
  }
}

/** A read in which something changed is done again so often: while many services change, somebody has to wait. */
const mostReads = 3

/** Looks sites up; `changed` hears the id of every service that something has changed of, its domains included. */
export function followSites(
  { store, events }: Pick<Deps, 'store' | 'events'>,
  changed: (serviceId: string) => void,
): FollowedSites {
  let changes = 0
  const close = events.subscribe(({ kind, id, userId }) => {
    if (kind !== 'service' && kind !== 'domain') return
    changes += 1
    if (kind === 'service') return changed(id)
    // What cannot be read now is looked up again within a minute, as after every notice that is lost.
    findServiceOf(store, { userId, id }).then(
      (serviceId) => serviceId !== null && changed(serviceId),
      () => {},
    )
  })
  const choose = (keys: readonly SiteKey[], { byId, byDomain, byName }: Rows): FoundSites => {
    const ids = new Map(byId.map((site) => [`id:${site.serviceId}`, site]))
    const domains = new Map(byDomain.map((site) => [site.domain, site]))
    const siteOf = (key: SiteKey): Site | null => {
      const host = key.slice('host:'.length)
      return ids.get(key) ?? domains.get(host) ?? domains.get(withoutWww(host)) ?? byName.get(host) ?? null
    }
    return keys.map((key) => [key, siteOf(key)])
  }
  return {
    close,
    async find(keys, tell) {
      for (let reads = 0; reads < mostReads; reads += 1) {
        const before = changes
        const rows = await readSites(store, keys).catch(() => null)
        if (rows === null) return tell(null)
        // An answer must not be older than a change announced before it.
        if (before === changes) return tell(choose(keys, rows))
      }
      tell(null)
    },
  }
}
