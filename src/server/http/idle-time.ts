/** The part of a route that decides how long its connection may be silent. */
type TimedRoute = { method: string; path: string; idleSeconds?: number }

const quote = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')

/** The address of a request for a route, whatever its parameters and its query. */
function patternOf(path: string): RegExp {
  const segments = path.split('/').map((segment) => (segment.startsWith(':') ? '[^/?]+' : quote(segment)))
  return new RegExp(`^https?://[^/]+${segments.join('/')}($|\\?)`)
}

/**
 * Tells of a request how many seconds its connection may be silent, 0 for as long as it likes; `null` for what everybody is
 * given (10 s). It is decided by the address alone: what a stranger says of a request must not keep a connection open.
 */
export function createIdleTimes(
  routes: readonly TimedRoute[],
): (request: Pick<Request, 'method' | 'url'>) => number | null {
  const timed = routes.flatMap(({ method, path, idleSeconds }) =>
    idleSeconds === undefined ? [] : [{ method, pattern: patternOf(path), idleSeconds }],
  )
  return ({ method, url }) => {
    const found = timed.find(
      (route) => route.pattern.test(url) && (route.idleSeconds > 0 || route.method === method),
    )
    return found?.idleSeconds ?? null
  }
}
