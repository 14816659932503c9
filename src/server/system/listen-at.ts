import { second } from '#shared/time.ts'
import { codeOf } from './disk.ts'
import { canLookUp, type LookUpOptions } from './host-lookup.ts'

/** Where something is to listen: the setting that has the port, and what else than another port may be set. */
type Place = { host: string; port: number | 'auto'; setting: string; orElse: string }

// A resolver that asks its second server, because the first is down, takes five seconds more.
const limitMs = 10 * second

/** Why nothing can listen there, in one line that names the setting to change. */
function describeFailure(error: unknown, { host, port, setting, orElse }: Place): string {
  const code = codeOf(error)
  const way = `set ${setting} to another one, ${orElse}`
  if (code === 'EADDRINUSE') return `port ${port} on ${host} is taken; ${way}`
  if (code === 'EACCES')
    return `port ${port} on ${host} is for root, or for a program with CAP_NET_BIND_SERVICE; ${way}`
  if (code === 'EADDRNOTAVAIL')
    return `HOST: ${host} is no address of this machine; set one that it has, 127.0.0.1, or 0.0.0.0 for all of them`
  return `HOST, ${setting}: nothing can listen on port ${port} of ${host} (${code || 'unknown failure'}); set HOST to an address of this machine, or ${way}`
}

/**
 * What `listen` opens at the place. The host is looked up before: what a system says when it listens at an unknown name
 * differs, and may blame the port.
 * @throws Error with one line when the host cannot be looked up, or nothing can listen there
 */
export async function listenAt<T>(
  place: Place,
  listen: () => T | Promise<T>,
  options: LookUpOptions = {},
): Promise<T> {
  const { host } = place
  if (!(await canLookUp(host, { limitMs, ...options })))
    throw new Error(`HOST: ${host} is no address, and no name that this machine can look up`)
  try {
    return await listen()
  } catch (error) {
    throw new Error(describeFailure(error, place))
  }
}
