import type { Feature, HttpRoute } from '#server/feature.ts'
import { healthRoutes } from '#server/http/health.ts'
import { createIdleTimes } from '#server/http/limits/idle-time.ts'
import { liveRoute } from '#server/http/live.ts'
import { apiDocumentRoutes } from '#server/http/openapi/mount.ts'
import type { PlainRoute } from '#server/http/openapi/plain-routes.ts'
import { listRoutes } from '#server/http/rest.ts'
import { areaOf } from '#server/http/route-demands.ts'
import { trpcEndpoint } from '#server/http/trpc-names.ts'
import { features } from './features.ts'
import { appRouter } from './router.ts'

const ofKernel: readonly HttpRoute[] = [liveRoute, ...apiDocumentRoutes, ...healthRoutes]

/** Every route without a procedure, with its access; test/rest-table.test.ts compares the list with the application. */
export const httpRoutes: readonly (HttpRoute & { handler: string })[] = [
  ...(features as readonly Feature[]).flatMap((feature) =>
    (feature.http?.routes ?? []).map((route) => ({ ...route, handler: `${areaOf(feature)}/http` })),
  ),
  ...ofKernel.map((route) => ({ ...route, handler: 'portal' })),
]

/** The routes described in the API document. */
export const writtenRoutes: readonly PlainRoute[] = httpRoutes.flatMap(({ description, ...route }) =>
  description ? [{ ...route, description }] : [],
)

// The stream that reloads pages during development is not in the route table.
const reloading: HttpRoute = { method: 'GET', path: '/api/dev/events', access: 'visitor', idleSeconds: 0 }

/** The addresses of procedures whose connection may be silent for longer than usual. */
const slowCalls = listRoutes(appRouter).flatMap(({ method, path, procedure, meta: { idleSeconds } }) =>
  idleSeconds === undefined
    ? []
    : [path, `${trpcEndpoint}/${procedure}`].map((at) => ({ method, path: at, idleSeconds })),
)

/** How long the connection of a request may be silent; see `createIdleTimes`. */
export const idleSecondsOf = createIdleTimes([...httpRoutes, reloading, ...slowCalls])
