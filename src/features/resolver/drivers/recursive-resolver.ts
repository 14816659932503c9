import { promises } from 'node:dns'
import { type Caa, type Resolver, Unanswered } from '../contract.ts'
import { askDs } from './ask-ds.ts'
import { lookUp } from './look-up.ts'

const timeoutMs = 2_000
const tries = 2

// c-ares says either, whichever of the two it is.
const nothing = ['ENOTFOUND', 'ENODATA']
/** What a resolver says when the name's own servers do not answer, or not as they should. */
const serversFailed = ['ESERVFAIL', 'EFORMERR', 'EBADRESP']

/** The first bit of the flags, RFC 8659 section 4.1. */
const critical = 0x80

/** node:dns names the value by the tag. */
function readCaa(record: object): Caa {
  const entries: [string, unknown][] = Object.entries(record)
  const [tag, value] = entries.find(([name]) => name !== 'critical') ?? ['critical', '']
  const flags = Number(entries.find(([name]) => name === 'critical')?.[1])
  // A tag that hides the flags is no known one.
  const isCritical = Number.isNaN(flags) || (flags & critical) !== 0
  return { isCritical, tag: tag.toLowerCase(), value: String(value) }
}

const codeOf = (error: unknown): string => String((error as { code?: unknown } | null)?.code)

/**
 * Asks recursive resolvers: those given, as `address:port`, else those of the machine. A question fails after some seconds,
 * and nothing is remembered.
 */
export function createRecursiveResolver(servers: readonly string[]): Resolver {
  let isSilent = false
  // A resolver may remember what it was told: each question has its own.
  const open = () => {
    const resolver = new promises.Resolver({ timeout: timeoutMs, tries })
    if (servers.length > 0) resolver.setServers(servers)
    return resolver
  }
  const askForDs = async (name: string): Promise<boolean> => {
    for (const server of open().getServers()) {
      const said = await askDs(server, name, { timeoutMs, tries }).catch(() => 'resolver' as const)
      isSilent = said === 'resolver'
      if (said === 'servers') throw new Unanswered('servers')
      if (said !== 'resolver') return said
    }
    throw new Unanswered('resolver')
  }
  const ask = async <T>(question: (resolver: promises.Resolver) => Promise<T[]>): Promise<T[]> => {
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
      const asked = open().getServers().join(', ')
      const message = `The last question to ${asked} got no answer. Names that are registered elsewhere cannot be verified meanwhile.`
      return { isHealthy: !isSilent, version: null, message: isSilent ? message : null }
    },
    hasDs: askForDs,
    servers: () => open().getServers(),
    lookUp,
    // Bun keeps no pieces together.
    texts: async (name) => (await ask((resolver) => resolver.resolveTxt(name))).flat(),
    async nameservers(name) {
      const hosts = await ask((resolver) => resolver.resolveNs(name))
      return hosts.map((host) => host.toLowerCase().replace(/\.$/, ''))
    },
    async addresses(name) {
      const found = await Promise.all([
        ask((resolver) => resolver.resolve4(name)),
        ask((resolver) => resolver.resolve6(name)),
      ])
      return found.flat()
    },
    caa: async (name) => (await ask((resolver) => resolver.resolveCaa(name))).map(readCaa),
  }
}
