/** The part of a route that determines how long its connection may be silent. */
type TimedRoute = { method: string; path: string; idleSeconds?: number }

const quote = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')

/** The address of a request for a route, whatever its parameters and its query. */
function patternOf(path: string): RegExp {
  const segments = path.split('/').map((segment) => (segment.startsWith(':') ? '[^/?]+' : quote(segment)))
  return new RegExp(`^https?://[^/]+(?:/as/[^/?]+)?${segments.join('/')}($|\\?)`)
}

/**
 * Returns how many seconds the connection of a request may be silent, 0 for indefinitely; `null` for the default (10 s). It
 * depends on the address alone: a stranger's claims about a request must not keep a connection open.
 */
export function createIdleTimes(
  routes: readonly TimedRoute[],
): (request: Pick<Request, 'method' | 'url'>) => number | null {
  const timed = routes.flatMap(({ method, path, idleSeconds }) =>
    idleSeconds === undefined ? [] : [{ method, pattern: patternOf(path), idleSeconds }],
  )
  // Most requests are for none of them, which one look tells.
  const some = new RegExp(timed.map(({ pattern }) => pattern.source).join('|') || '(?!)')
  return ({ method, url }) => {
    if (!some.test(url)) return null
    const found = timed.find(
      (route) => route.pattern.test(url) && (route.idleSeconds > 0 || route.method === method),
    )
    return found?.idleSeconds ?? null
  }
}
