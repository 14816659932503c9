import type { Today } from '#features/monitoring/contract/today.ts'
import { siteName } from '#shared/names/site-name.ts'
import { type ListPage, type ListSearch, pageOf } from '#web/lib/paged-list.ts'
import type { Overview } from '../../contract/overview.ts'
import type { Service } from '../../contract.ts'

/** A service as the dashboard shows it. */
export type Site = {
  service: Service
  name: string
  overview: Overview | undefined
  /** What is wrong with it, the worst thing first. */
  troubles: string[]
}

const fullAt = 90

/** How full its disk is, in percent; null while that is not known. */
export const diskPercent = ({ overview }: Pick<Site, 'overview'>): number | null =>
  overview && overview.diskQuotaBytes > 0 ? (100 * overview.diskBytes) / overview.diskQuotaBytes : null

function certificateTrouble(overview: Overview | undefined): string | null {
  const certificate = overview?.certificate
  if (certificate?.status !== 'failed') return null
  return certificate.notAfter === null
    ? 'The certificate could not be issued'
    : 'The certificate could not be renewed'
}

/** Everything that may be wrong, the worst first; null for what is not. */
function findingsOf(service: Service, overview: Overview | undefined): (string | null)[] {
  const percent = diskPercent({ overview }) ?? 0
  const { status, suspendedReason, provisioning } = service
  return [
    status === 'suspended' ? `Suspended${suspendedReason ? `: ${suspendedReason}` : ''}` : null,
    status === 'stopped' ? 'Stopped: your site is offline' : null,
    provisioning?.state === 'failed' ? 'The set-up failed; we are looking into it' : null,
    certificateTrouble(overview),
    overview?.hasBackupFailed ? 'The last backup failed' : null,
    percent > fullAt ? `The disk is ${Math.floor(percent)}% full` : null,
  ]
}

/** The lower, the earlier. */
const rankOf = (findings: readonly (string | null)[], { status }: Service): number => {
  const worst = findings.findIndex((finding) => finding !== null)
  return worst >= 0 ? worst : status === 'pending' ? findings.length + 1 : findings.length
}

/** Services in their order, but those with something wrong first, the worst before the others, and those that only wait last. */
export function sitesOf(services: readonly Service[], overviews: readonly Overview[]): Site[] {
  const byId = new Map(overviews.map((overview) => [overview.id, overview]))
  return services
    .map((service) => {
      const overview = byId.get(service.id)
      const findings = findingsOf(service, overview)
      const troubles = findings.filter((finding) => finding !== null)
      return {
        rank: rankOf(findings, service),
        site: { service, overview, name: siteName(service, services), troubles },
      }
    })
    .toSorted((one, other) => one.rank - other.rank)
    .map(({ site }) => site)
}

export const siteOrders = [
  ['attention', 'Needs attention first'],
  ['name', 'Name'],
  ['newest', 'Newest first'],
  ['disk', 'Fullest disk first'],
] as const

export const siteOrderNames: readonly string[] = siteOrders.map(([order]) => order)

/** The sites that an address asks for. */
export const pageOfSites = (sites: readonly Site[], search: ListSearch): ListPage<Site> =>
  pageOf(sites, search, {
    words: ({ name, service }) => `${name} ${service.plan.name} ${service.status} ${service.serverIp ?? ''}`,
    orders: {
      name: (one, other) => one.name.localeCompare(other.name, 'en-IN', { numeric: true }),
      newest: (one, other) => other.service.createdAt.localeCompare(one.service.createdAt),
      disk: (one, other) => (diskPercent(other) ?? 0) - (diskPercent(one) ?? 0),
    },
  })

/** The input of what is asked of the day of the sites of a page: of all that there are, or of those of a long list by name. */
export const todayInputOf = ({ rows, isLong }: ListPage<Site>): { ids?: string[] } =>
  isLong
    ? { ids: rows.filter(({ service }) => service.status !== 'pending').map(({ service }) => service.id) }
    : {}

/** What the last 24 hours add up to; null when nobody measured. */
export function sumOfDay(today: Today | undefined, name: 'bytesOut' | 'pageViews'): number | null {
  const known = (today?.[name] ?? []).filter((value) => value !== null)
  return known.length > 0 ? known.reduce((sum, value) => sum + value, 0) : null
}
