import { promises } from 'node:dns'
import type { DnsLookup, DnsLookupFault, DnsLookupResult } from '../contract.ts'

const nothing = ['ENOTFOUND', 'ENODATA']

const faults = new Map<string, DnsLookupFault>(
  Object.entries({
    ETIMEOUT: 'silent',
    ECONNREFUSED: 'closed',
    EREFUSED: 'refused',
    ESERVFAIL: 'servers',
  }),
)

/** A host in lower case without the root dot; the root itself as a dot. */
const hostOf = (host: string): string => host.toLowerCase().replace(/\.$/, '') || '.'

const queryOf: Record<DnsLookup['type'], (resolver: promises.Resolver, name: string) => Promise<string[]>> = {
  A: (resolver, name) => resolver.resolve4(name),
  AAAA: (resolver, name) => resolver.resolve6(name),
  CNAME: async (resolver, name) => (await resolver.resolveCname(name)).map(hostOf),
  NS: async (resolver, name) => (await resolver.resolveNs(name)).map(hostOf),
  /** Only its serial. */
  SOA: async (resolver, name) => [String((await resolver.resolveSoa(name)).serial)],
  /** The strings of all TXT records, each at most 255 bytes, in their order: Bun no longer groups those of one record. */
  TXT: async (resolver, name) => (await resolver.resolveTxt(name)).flat(),
  async MX(resolver, name) {
    const hosts = await resolver.resolveMx(name)
    return hosts.map(({ priority, exchange }) => `${priority} ${hostOf(exchange)}`)
  },
}

/**
 * The values that one server, given as `address:port`, has for a name, sorted except for TXT; empty when there are none. Queries
 * once, with a limit of `timeoutMs`.
 */
export async function lookUp(
  server: string,
  { name, type }: DnsLookup,
  timeoutMs: number,
): Promise<DnsLookupResult> {
  const { promise: late, resolve } = Promise.withResolvers<DnsLookupResult>()
  const timer = setTimeout(() => resolve({ fault: 'silent' }), timeoutMs)
  const resolver = new promises.Resolver({ timeout: timeoutMs, tries: 1 })
  resolver.setServers([server])
  const answer = queryOf[type](resolver, name).then(
    (values): DnsLookupResult => ({ values: type === 'TXT' ? values : values.toSorted() }),
    (error: { code?: unknown }): DnsLookupResult => {
      const code = String(error.code)
      return nothing.includes(code) ? { values: [] } : { fault: faults.get(code) ?? 'unclear' }
    },
  )
  try {
    return await Promise.race([answer, late])
  } finally {
    clearTimeout(timer)
  }
}
