import { eq, notInArray } from 'drizzle-orm'
import type { Deps } from '#server/context.ts'
import { minute } from '#shared/time.ts'
import type { ServiceStatus } from '../contract.ts'

/** What the gateway knows of a service that was activated and has not ended. */
export type Site = { userId: string; serviceId: string; domain: string | null; status: ServiceStatus }

/** The services by id and by domain, in memory: no request waits for the store. */
export interface Sites {
  byId(serviceId: string): Site | undefined
  /** The service whose domain, or `www.` of whose domain, the host is. */
  byHost(host: string): Site | undefined
  close(): void
}

const hidden: ServiceStatus[] = ['pending', 'terminated']
// A notice of another node can be lost: a relay promises none.
const refreshMs = minute

async function readSites({ read, t }: Deps['store'], only?: string): Promise<Site[]> {
  const { userServices } = t
  const { userId, id, domain, status } = userServices
  return read
    .select({ userId, serviceId: id, domain, status })
    .from(userServices)
    .where(only === undefined ? notInArray(status, hidden) : eq(id, only))
}

/** Reads the services once, then follows what is published of them, and reads all of them again every minute. */
export async function openSites({
  store,
  events,
  log,
}: Pick<Deps, 'store' | 'events' | 'log'>): Promise<Sites> {
  const ids = new Map<string, Site>()
  const domains = new Map<string, Site>()
  let current: Promise<void> = Promise.resolve()

  const forget = (serviceId: string) => {
    const known = ids.get(serviceId)
    if (!known) return
    ids.delete(serviceId)
    if (known.domain !== null && domains.get(known.domain) === known) domains.delete(known.domain)
  }
  const keep = (site: Site) => {
    forget(site.serviceId)
    if (hidden.includes(site.status)) return
    ids.set(site.serviceId, site)
    if (site.domain !== null) domains.set(site.domain, site)
  }
  const readAll = async () => {
    const sites = await readSites(store)
    const alive = new Set(sites.map(({ serviceId }) => serviceId))
    for (const serviceId of [...ids.keys()]) if (!alive.has(serviceId)) forget(serviceId)
    for (const site of sites) keep(site)
  }
  const readOne = async (serviceId: string) => {
    const [site] = await readSites(store, serviceId)
    if (site) keep(site)
    else forget(serviceId)
  }
  // One after the other: an older answer must not overtake a newer one.
  const next = (read: () => Promise<void>) => {
    current = current.then(read).catch((error) => {
      log.warn('sites not read', { error: error instanceof Error ? error.name : typeof error })
    })
  }

  await readAll()
  const unsubscribe = events.subscribe(({ kind, id }) => {
    if (kind === 'service') next(() => readOne(id))
  })
  const timer = setInterval(() => next(readAll), refreshMs)
  return {
    byId: (serviceId) => ids.get(serviceId),
    byHost: (host) => domains.get(host) ?? domains.get(host.replace(/^www\./, '')),
    close() {
      clearInterval(timer)
      unsubscribe()
    },
  }
}
