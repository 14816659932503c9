import type { SharedMeta } from '#shared/member-roles.ts'
import { type Demand, demandOf } from '#shared/scopes.ts'

/** What counts of a route that is written by hand; see `HttpRoute`. */
type Route = {
  method: string
  path: string
  access: string
  scope?: Demand
  shared?: SharedMeta
  isViewed?: true
}
type Written = { name: string; http?: { area?: string; routes: readonly Route[] } }

/** The area of keys and of the API document that the routes of a feature belong to. */
export const areaOf = ({ name, http }: Written): string => http?.area ?? name

/** The stream of live events, which belongs to no feature. */
export const liveAddress = {
  method: 'GET',
  path: '/api/events',
  access: 'customer',
  scope: 'events:read',
  shared: { from: 'any', by: {} },
  isViewed: true,
} as const

/** What a route that is written by hand asks of an API key; see `areaOf`. */
export const demandOfRoute = (area: string, { method, access, scope }: Route): Demand =>
  demandOf({ area, isChange: method !== 'GET', access, scope })

/** The same by the route of a request, `METHOD /path`: no key opens one that is not in the table. */
export function createRouteDemands(features: readonly Written[]): (route: string) => Demand {
  const demands = new Map<string, Demand>()
  const add = (area: string, route: Route) =>
    demands.set(`${route.method} ${route.path}`, demandOfRoute(area, route))
  for (const feature of features) for (const route of feature.http?.routes ?? []) add(areaOf(feature), route)
  add('events', liveAddress)
  // HEAD is answered as GET.
  return (route) => demands.get(route.replace(/^HEAD /, 'GET ')) ?? 'session'
}

/** All routes that are written by hand by what `valueIn` says of them, by the route of a request. HEAD is answered as GET. */
function byRoute<Value>(features: readonly Written[], valueIn: (route: Route) => Value) {
  const all = [...features.flatMap(({ http }) => http?.routes ?? []), liveAddress as Route]
  const values = new Map(all.map((route) => [`${route.method} ${route.path}`, valueIn(route)]))
  return (route: string): Value | undefined => values.get(route.replace(/^HEAD /, 'GET '))
}

/** How a route that is written by hand is open to members, by the route of a request; not at all unless it says so. */
export const createRouteSharing = (
  features: readonly Written[],
): ((route: string) => SharedMeta | undefined) => byRoute(features, ({ shared }) => shared)

/** Whether one is open to an administrator who views as a customer; closed unless it says so. */
export function createRouteViewing(features: readonly Written[]): (route: string) => boolean {
  const isViewed = byRoute(features, (route) => route.isViewed)
  return (route) => isViewed(route) === true
}
