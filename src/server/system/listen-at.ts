import { second } from '#shared/time.ts'
import { codeOf } from './disk.ts'
import { canResolve, type LookupOptions } from './host-lookup.ts'

/** The place for a listener: `setting` has the port, `orElse` is the alternative to another port. */
type ListenTarget = { host: string; port: number | 'auto'; setting: string; orElse: string }

// A resolver whose first server is down needs five more seconds to query its second one.
const limitMs = 10 * second

/** The reason why listening failed, in one line that names the setting to change. */
function describeFailure(error: unknown, { host, port, setting, orElse }: ListenTarget): string {
  const code = codeOf(error)
  const way = `set ${setting} to another one, ${orElse}`
  if (code === 'EADDRINUSE') return `port ${port} on ${host} is taken; ${way}`
  if (code === 'EACCES')
    return `port ${port} on ${host} requires root or a program with CAP_NET_BIND_SERVICE; ${way}`
  if (code === 'EADDRNOTAVAIL')
    return `HOST: ${host} is not an address of this machine; set one that it has, 127.0.0.1, or 0.0.0.0 for all of them`
  return `HOST, ${setting}: cannot listen on port ${port} of ${host} (${code || 'unknown failure'}); set HOST to an address of this machine, or ${way}`
}

/**
 * Returns the result of `listen`. The host is resolved first, since the system's error for an unknown name varies and may blame
 * the port.
 * @throws Error with one line when the host cannot be resolved, or listening fails
 */
export async function listenAt<T>(
  place: ListenTarget,
  listen: () => T | Promise<T>,
  options: LookupOptions = {},
): Promise<T> {
  const { host } = place
  if (!(await canResolve(host, { limitMs, ...options })))
    throw new Error(`HOST: this machine cannot resolve ${host}`)
  try {
    return await listen()
  } catch (error) {
    throw new Error(describeFailure(error, place))
  }
}
