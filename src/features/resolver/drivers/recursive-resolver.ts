import { promises } from 'node:dns'
import { type Caa, type Resolver, Unanswered } from '../contract.ts'
import { lookUp } from './lookup.ts'
import { queryDs } from './query-ds.ts'

const timeoutMs = 2_000
const tries = 2

// c-ares returns either code for a missing name or a missing type.
const nothing = ['ENOTFOUND', 'ENODATA']
/** The codes for a name's own servers that do not answer, or not correctly. */
const serversFailed = ['ESERVFAIL', 'EFORMERR', 'EBADRESP']

/** The first bit of the flags, RFC 8659 section 4.1. */
const critical = 0x80

/** node:dns uses the tag as the key of the value. */
function readCaa(record: object): Caa {
  const entries: [string, unknown][] = Object.entries(record)
  const [tag, value] = entries.find(([name]) => name !== 'critical') ?? ['critical', '']
  const flags = Number(entries.find(([name]) => name === 'critical')?.[1])
  // A tag named "critical" hides the flags, and is not a known tag.
  const isCritical = Number.isNaN(flags) || (flags & critical) !== 0
  return { isCritical, tag: tag.toLowerCase(), value: String(value) }
}

const codeOf = (error: unknown): string => String((error as { code?: unknown } | null)?.code)

/**
 * Queries recursive resolvers: those given, as `address:port`, else those of the machine. A query fails after some seconds, and
 * is not cached.
 */
export function createRecursiveResolver(servers: readonly string[]): Resolver {
  let isSilent = false
  // A resolver object may cache servers' states, so each query has its own.
  const open = () => {
    const resolver = new promises.Resolver({ timeout: timeoutMs, tries })
    if (servers.length > 0) resolver.setServers(servers)
    return resolver
  }
  const hasDs = async (name: string): Promise<boolean> => {
    for (const server of open().getServers()) {
      const said = await queryDs(server, name, { timeoutMs, tries }).catch(() => 'resolver' as const)
      isSilent = said === 'resolver'
      if (said === 'servers') throw new Unanswered('servers')
      if (said !== 'resolver') return said
    }
    throw new Unanswered('resolver')
  }
  const query = async <T>(question: (resolver: promises.Resolver) => Promise<T[]>): Promise<T[]> => {
    try {
      const found = await question(open())
      isSilent = false
      return found
    } catch (error) {
      const code = codeOf(error)
      isSilent = !nothing.includes(code) && !serversFailed.includes(code)
      if (nothing.includes(code)) return []
      throw new Unanswered(isSilent ? 'resolver' : 'servers')
    }
  }
  return {
    name: 'resolver',
    mode: 'remote',
    async check() {
      const servers = open().getServers().join(', ')
      const message = `The last query to ${servers} got no answer. Domains with other registrars cannot be verified until it does.`
      return { isHealthy: !isSilent, version: null, message: isSilent ? message : null }
    },
    hasDs,
    servers: () => open().getServers(),
    lookUp,
    // Bun does not group the strings by record.
    texts: async (name) => (await query((resolver) => resolver.resolveTxt(name))).flat(),
    async nameservers(name) {
      const hosts = await query((resolver) => resolver.resolveNs(name))
      return hosts.map((host) => host.toLowerCase().replace(/\.$/, ''))
    },
    async addresses(name) {
      const found = await Promise.all([
        query((resolver) => resolver.resolve4(name)),
        query((resolver) => resolver.resolve6(name)),
      ])
      return found.flat()
    },
    caa: async (name) => (await query((resolver) => resolver.resolveCaa(name))).map(readCaa),
  }
}
