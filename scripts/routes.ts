import { features } from '#app/features.ts'
import { httpRoutes } from '#app/http-routes.ts'
import { appRouter } from '#app/router.ts'
import { demandOfCall, listRoutes, takesKey } from '#server/http/rest.ts'
import { createRouteDemands } from '#server/http/route-demands.ts'
import type { Demand } from '#shared/scopes.ts'

const show = (demand: Demand) => (demand === 'nothing' ? '-' : demand)

// `bun run routes` prints METHOD PATH procedure access, one route a line, sorted by path; then the scope that an API key needs
// (`-`: none, `session`: API keys are refused), and `once` for calls that take an Idempotency-Key.

const declared = listRoutes(appRouter).map((route) => [
  route.method,
  route.path,
  route.procedure,
  route.access,
  show(demandOfCall(route.procedure, route.call)),
  takesKey(route) ? 'once' : '',
])
const demandOf = createRouteDemands(features)
const written = httpRoutes.map(({ method, path, handler, access }) => [
  method,
  path,
  handler,
  access,
  path.startsWith('/api/') ? show(demandOf(`${method} ${path}`)) : '-',
])
const rows = [...declared, ...written].sort(
  ([methodA = '', pathA = ''], [methodB = '', pathB = '']) =>
    pathA.localeCompare(pathB) || methodA.localeCompare(methodB),
)
const widths = [0, 1, 2, 3, 4].map((column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)))
for (const row of rows) {
  console.log(
    row
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd(),
  )
}
