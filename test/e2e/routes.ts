import { QueryClient } from '@tanstack/react-query'
import { createMemoryHistory } from '@tanstack/react-router'
import { createTRPCClient } from '@trpc/client'
import type { AppRouter } from '#app/router.ts'
import { allFeatures } from '#app/web/all-features.ts'
import { createAppRouter } from '#app/web/router.tsx'
import { callerLinks } from '#web/lib/calls/links.ts'
import { type Viewer, writeViewer } from '#web/viewer.ts'
import type { Screen, Who } from './screen.ts'

type Route = { path: string; id: string }

function routesFor(viewer: Viewer | null): Route[] {
  const queryClient = new QueryClient()
  writeViewer(queryClient, viewer)
  const client = createTRPCClient<AppRouter>({ links: callerLinks(async () => undefined) })
  const { routesById } = createAppRouter({
    features: allFeatures,
    history: createMemoryHistory(),
    queryClient,
    client,
  })
  return Object.values(routesById).flatMap(({ id, options, fullPath }) =>
    'path' in options && options.path !== undefined ? [{ id, path: fullPath.replace(/(.)\/$/, '$1') }] : [],
  )
}

/** The application’s pages, for a visitor or for a signed-in user. */
const routes: Route[] = [
  ...new Map([null, {} as Viewer].flatMap(routesFor).map((route) => [route.id, route])).values(),
]

export const routePaths = [...new Set(routes.map(({ path }) => path))].sort()

const areas: [prefix: string, who: Who][] = [
  ['/public/', 'visitor'],
  ['/signed-in/shell/administrator/', 'admin'],
  ['/signed-in/shell/', 'customer'],
]

/** The pages that no screen opens, each as it opens for the user of its area; pages that need parameters are left out. */
export function plainScreens(screens: readonly Screen[]): Screen[] {
  const listed = new Set(screens.map(({ route }) => route))
  return routes.flatMap(({ id, path }) => {
    const area = areas.find(([prefix]) => id.startsWith(prefix))
    return !area || listed.has(path) || path.includes('$') ? [] : [{ who: area[1], route: path }]
  })
}
