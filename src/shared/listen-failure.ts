/** Where something was to listen: the settings that say so, and what else than another port may be set. */
export type Place = { host: string; port: number | 'auto'; setting: string; orElse: string }

const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error ? String(error.code) : ''

/** Why nothing can listen there, in one line that names the setting to change. */
export function describeListenFailure(error: unknown, { host, port, setting, orElse }: Place): string {
  const code = codeOf(error)
  const way = `set ${setting} to another one, ${orElse}`
  if (code === 'EADDRINUSE') return `port ${port} on ${host} is taken; ${way}`
  if (code === 'EACCES')
    return `port ${port} on ${host} is for root, or for a program with CAP_NET_BIND_SERVICE; ${way}`
  if (code === 'EADDRNOTAVAIL')
    return `HOST: ${host} is no address of this machine; set one that it has, 127.0.0.1, or 0.0.0.0 for all of them`
  if (['EINVAL', 'ENOTFOUND', 'EAI_AGAIN', 'ERR_INVALID_ARG_TYPE'].includes(code))
    return `HOST: ${host} is no address, and no name that this machine can look up`
  return `${setting}: nothing can listen on port ${port} of ${host} (${code || 'unknown failure'}); ${way}`
}
