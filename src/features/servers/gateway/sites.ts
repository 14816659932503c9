import { eq, sql } from 'drizzle-orm'
import { isOutage } from '#db/errors.ts'
import type { Deps } from '#server/context.ts'
import { minute } from '#shared/time.ts'
import type { ServiceStatus } from '../contract.ts'
import { createSiteTable, type Site, type SiteTable } from './site-table.ts'

/** The sites as the store has them. */
export interface FollowedSites {
  readonly table: SiteTable
  close(): void
}

/** Hears of what changes: all sites anew, or one; null: it is gone. */
export type SiteListener = {
  all(sites: Site[]): void
  one(serviceId: string, site: Site | null): void
}

const hidden: ServiceStatus[] = ['pending', 'terminated']
// A notice of another node can be lost: a relay promises none.
const refreshMs = minute

/** Rows of one statement: reading all services at once would keep every request waiting. */
const pageRows = 1_000

const select = ({ read, t: { userServices } }: Deps['store']) =>
  read
    .select({
      userId: userServices.userId,
      serviceId: userServices.id,
      domain: userServices.domain,
      status: userServices.status,
    })
    .from(userServices)

async function readSites(store: Deps['store']): Promise<Site[]> {
  const { userId, id } = store.t.userServices
  const sites: Site[] = []
  for (let last: Site | undefined; ; ) {
    const behind = last && sql`(${userId}, ${id}) > (${last.userId}, ${last.serviceId})`
    const page = await select(store).where(behind).orderBy(userId, id).limit(pageRows)
    for (const site of page) if (!hidden.includes(site.status)) sites.push(site)
    last = page.at(-1)
    if (page.length < pageRows) return sites
    await Bun.sleep(0)
  }
}

/** Reads the services once, then follows what is published of them, and reads all of them again every minute. */
export async function followSites(
  { store, events, log }: Pick<Deps, 'store' | 'events' | 'log'>,
  listener?: SiteListener,
): Promise<FollowedSites> {
  const table = createSiteTable()
  let current: Promise<void> = Promise.resolve()
  const readAll = async () => {
    const sites = await readSites(store)
    table.replace(sites)
    listener?.all(sites)
  }
  const readOne = async (serviceId: string) => {
    const [found] = await select(store).where(eq(store.t.userServices.id, serviceId))
    const site = found && !hidden.includes(found.status) ? found : null
    if (site) table.keep(site)
    else table.forget(serviceId)
    listener?.one(serviceId, site)
  }
  // One after the other: an older answer must not overtake a newer one.
  const next = (read: () => Promise<void>) => {
    current = current.then(read).catch((error) => {
      if (!isOutage(error))
        log.warn('sites not read', { error: error instanceof Error ? error.name : typeof error })
    })
  }

  await readAll()
  const unsubscribe = events.subscribe(({ kind, id }) => {
    if (kind === 'service') next(() => readOne(id))
  })
  const timer = setInterval(() => next(readAll), refreshMs)
  return {
    table,
    close() {
      clearInterval(timer)
      unsubscribe()
    },
  }
}
