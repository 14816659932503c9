import { httpRoutes } from '#app/http-routes.ts'
import { appRouter } from '#app/router.ts'
import { listRoutes, takesKey } from '#server/http/rest.ts'

// `bun run routes` prints METHOD PATH procedure access, one route a line, sorted by path; `once` is what takes an Idempotency-Key.

const declared = listRoutes(appRouter).map((route) => [
  route.method,
  route.path,
  route.procedure,
  route.access,
  takesKey(route) ? 'once' : '',
])
const written = httpRoutes.map(({ method, path, handler, access }) => [method, path, handler, access])
const rows = [...declared, ...written].sort(
  ([methodA = '', pathA = ''], [methodB = '', pathB = '']) =>
    pathA.localeCompare(pathB) || methodA.localeCompare(methodB),
)
const widths = [0, 1, 2, 3].map((column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)))
for (const row of rows) {
  console.log(
    row
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd(),
  )
}
