/** The fields of a route that determine how long its connection may be silent. */
type TimedRoute = { method: string; path: string; idleSeconds?: number }

const quote = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')

/** A pattern for the address of requests for a route, with any parameters and query. */
function patternOf(path: string): RegExp {
  const segments = path.split('/').map((segment) => (segment.startsWith(':') ? '[^/?]+' : quote(segment)))
  return new RegExp(`^https?://[^/]+(?:/as/[^/?]+)?${segments.join('/')}($|\\?)`)
}

/**
 * Returns how many seconds the connection of a request may be silent, 0 for indefinitely; `null` for the default (10 s). It
 * depends on the address alone: unverified headers of a request must not keep a connection open.
 */
export function createIdleTimes(
  routes: readonly TimedRoute[],
): (request: Pick<Request, 'method' | 'url'>) => number | null {
  const timed = routes.flatMap(({ method, path, idleSeconds }) =>
    idleSeconds === undefined ? [] : [{ method, pattern: patternOf(path), idleSeconds }],
  )
  // One combined check, since most requests match none of them.
  const some = new RegExp(timed.map(({ pattern }) => pattern.source).join('|') || '(?!)')
  return ({ method, url }) => {
    if (!some.test(url)) return null
    const found = timed.find(
      (route) => route.pattern.test(url) && (route.idleSeconds > 0 || route.method === method),
    )
    return found?.idleSeconds ?? null
  }
}
