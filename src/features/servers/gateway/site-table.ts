import type { ServiceStatus } from '../contract.ts'

/** What the gateway knows of a service that was activated and has not ended. */
export type Site = { userId: string; serviceId: string; domain: string | null; status: ServiceStatus }

/** The services by id and by domain, in memory: no request waits for the store. */
export interface Sites {
  byId(serviceId: string): Site | undefined
  /** The service whose domain, or `www.` of whose domain, the host is. */
  byHost(host: string): Site | undefined
}

/** Sites that can be put in and taken out. */
export interface SiteTable extends Sites {
  list(): Site[]
  keep(site: Site): void
  forget(serviceId: string): void
  /** The table holds these and no others. */
  replace(sites: readonly Site[]): void
}

/** An empty table. */
export function createSiteTable(): SiteTable {
  const ids = new Map<string, Site>()
  const domains = new Map<string, Site>()
  const forget = (serviceId: string) => {
    const known = ids.get(serviceId)
    if (!known) return
    ids.delete(serviceId)
    if (known.domain !== null && domains.get(known.domain) === known) domains.delete(known.domain)
  }
  const keep = (site: Site) => {
    forget(site.serviceId)
    ids.set(site.serviceId, site)
    if (site.domain !== null) domains.set(site.domain, site)
  }
  return {
    byId: (serviceId) => ids.get(serviceId),
    byHost: (host) => domains.get(host) ?? domains.get(host.replace(/^www\./, '')),
    list: () => [...ids.values()],
    keep,
    forget,
    replace(sites) {
      const alive = new Set(sites.map(({ serviceId }) => serviceId))
      for (const serviceId of [...ids.keys()]) if (!alive.has(serviceId)) forget(serviceId)
      for (const site of sites) keep(site)
    },
  }
}
