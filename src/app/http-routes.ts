import type { Feature, HttpRoute } from '#server/feature.ts'
import { createIdleTimes } from '#server/http/idle-time.ts'
import { features } from './features.ts'

const ofKernel: readonly HttpRoute[] = [
  // The portal writes to it every eight seconds, and ends the stream with its session.
  { method: 'GET', path: '/api/events', access: 'customer', idleSeconds: 0 },
  { method: 'GET', path: '/health', access: 'visitor' },
  { method: 'GET', path: '/ready', access: 'visitor' },
  { method: 'GET', path: '/metrics', access: 'loopback or token' },
]

/** Every route without a procedure, with its access; test/rest-table.test.ts compares the list with the application. */
export const httpRoutes: readonly (HttpRoute & { handler: string })[] = [
  ...(features as readonly Feature[]).flatMap(({ name, http }) =>
    (http?.routes ?? []).map((route) => ({ ...route, handler: `${name}/http` })),
  ),
  ...ofKernel.map((route) => ({ ...route, handler: 'server' })),
]

// The stream that reloads pages during development is not in the route table.
const reloading: HttpRoute = { method: 'GET', path: '/api/dev/events', access: 'visitor', idleSeconds: 0 }

/** How long the connection of a request may be silent; see `createIdleTimes`. */
export const idleSecondsOf = createIdleTimes([...httpRoutes, reloading])
