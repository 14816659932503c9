import type { SharedMeta } from '#shared/member-roles.ts'
import { type Demand, demandOf } from '#shared/scopes.ts'

/** The fields of a route without a procedure that decide access; see `HttpRoute`. */
type Route = {
  method: string
  path: string
  access: string
  scope?: Demand
  shared?: SharedMeta
  isViewed?: true
}
type FeatureRoutes = { name: string; http?: { area?: string; routes: readonly Route[] } }

/** The area of a feature's routes in API key scopes and in the API document. */
export const areaOf = ({ name, http }: FeatureRoutes): string => http?.area ?? name

/** The stream of live events belongs to no feature. */
export const liveAddress = {
  method: 'GET',
  path: '/api/events',
  access: 'customer',
  scope: 'events:read',
  shared: { from: 'any', by: {} },
  isViewed: true,
} as const

/** The requirement of a route without a procedure for API keys; see `areaOf`. */
export const demandOfRoute = (area: string, { method, access, scope }: Route): Demand =>
  demandOf({ area, isChange: method !== 'GET', access, scope })

/** The same by a request's route, `METHOD /path`: API keys open only listed routes. */
export function createRouteDemands(features: readonly FeatureRoutes[]): (route: string) => Demand {
  const demands = new Map<string, Demand>()
  const add = (area: string, route: Route) =>
    demands.set(`${route.method} ${route.path}`, demandOfRoute(area, route))
  for (const feature of features) for (const route of feature.http?.routes ?? []) add(areaOf(feature), route)
  add('events', liveAddress)
  // HEAD is answered as GET.
  return (route) => demands.get(route.replace(/^HEAD /, 'GET ')) ?? 'session'
}

/** Maps all routes without a procedure to the result of `valueIn`. HEAD is answered as GET. */
function byRoute<Value>(features: readonly FeatureRoutes[], valueIn: (route: Route) => Value) {
  const all = [...features.flatMap(({ http }) => http?.routes ?? []), liveAddress as Route]
  const values = new Map(all.map((route) => [`${route.method} ${route.path}`, valueIn(route)]))
  return (route: string): Value | undefined => values.get(route.replace(/^HEAD /, 'GET '))
}

/** How members may use a route without a procedure; undefined for a closed one. */
export const createRouteSharing = (
  features: readonly FeatureRoutes[],
): ((route: string) => SharedMeta | undefined) => byRoute(features, ({ shared }) => shared)

/** Whether such a route is open to an administrator who views as a customer; closed by default. */
export function createRouteViewing(features: readonly FeatureRoutes[]): (route: string) => boolean {
  const isViewed = byRoute(features, (route) => route.isViewed)
  return (route) => isViewed(route) === true
}
