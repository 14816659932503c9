import type { Today } from '#features/monitoring/contract/today.ts'
import { siteName } from '#shared/names/site-name.ts'
import { type ListPage, type ListSearch, pageOf } from '#web/lib/paged-list.ts'
import type { Service } from '../../contract/contract.ts'
import type { Overview } from '../../contract/overview.ts'
import { diskPercent, findingsOf } from '../site/findings.ts'

/** A service as the dashboard shows it. */
export type Site = {
  service: Service
  name: string
  overview: Overview | undefined
  /** Its problems, worst first. */
  troubles: string[]
}

/** Lower values sort first. */
const rankOf = (findings: readonly (string | null)[], { status }: Service): number => {
  const worst = findings.findIndex((finding) => finding !== null)
  return worst >= 0 ? worst : status === 'pending' ? findings.length + 1 : findings.length
}

/** Its order is not approved yet, and the dashboard lists it among the orders. */
const isOrdered = ({ status, provisioning }: Service): boolean =>
  status === 'pending' && provisioning === null

/** Sites with problems first, the worst of them before the others, and those in setup last. */
export function sitesOf(services: readonly Service[], overviews: readonly Overview[]): Site[] {
  const byId = new Map(overviews.map((overview) => [overview.id, overview]))
  return services
    .filter((service) => !isOrdered(service))
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

/** The sites that match the search in the URL. */
export const pageOfSites = (sites: readonly Site[], search: ListSearch): ListPage<Site> =>
  pageOf(sites, search, {
    words: ({ name, service }) => `${name} ${service.plan.name} ${service.status} ${service.serverIp ?? ''}`,
    orders: {
      name: (one, other) => one.name.localeCompare(other.name, 'en-IN', { numeric: true }),
      newest: (one, other) => other.service.createdAt.localeCompare(one.service.createdAt),
      disk: (one, other) => (diskPercent(other.overview) ?? 0) - (diskPercent(one.overview) ?? 0),
    },
  })

/** The query for the day of the sites on a page: all of a short list, or those of a long one by name. */
export const todayInputOf = ({ rows, isLong }: ListPage<Site>): { ids?: string[] } =>
  isLong
    ? { ids: rows.filter(({ service }) => service.status !== 'pending').map(({ service }) => service.id) }
    : {}

/** Sums of the last 24 hours; null without measurements. */
export function sumOfDay(today: Today | undefined, name: 'bytesOut' | 'pageViews'): number | null {
  const measured = (today?.[name] ?? []).filter((value) => value !== null)
  return measured.length > 0 ? measured.reduce((sum, value) => sum + value, 0) : null
}

/** Fewer measured half hours than this make a dash, not a curve. */
const curveFrom = 6

/** Whether a curve of the day has more than one value to show. */
export const isWorthDrawing = (values: readonly (number | null)[]): boolean =>
  values.filter((value) => value !== null).length >= curveFrom
