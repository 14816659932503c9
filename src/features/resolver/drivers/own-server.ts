import { networkInterfaces } from 'node:os'
import type { Deps } from '#server/context.ts'
import type { Driver } from '#server/driver.ts'
import { plainAddress } from '#shared/address.ts'

const place = /^(?:\[(.+)\]|([^:]+))(?::(\d+))?$|^(.+)$/
const usualPort = 53

function isHere(server: string, { env, dns }: Pick<Deps, 'env' | 'dns'>): boolean {
  const [, six, four, port = usualPort, bare] = place.exec(server) ?? []
  const address = plainAddress(six ?? four ?? bare ?? '')
  const machine = Object.values(networkInterfaces()).flatMap((each) => each ?? [])
  const own = [env.HOST, ...machine.map((each) => each.address)].map(plainAddress)
  return dns.port !== null && Number(port) === dns.port && own.includes(address)
}

/**
 * The resolver as a driver, which reports when it queries the portal's own name server, since that does not know the public DNS.
 */
export function describeResolver({ resolver, env, dns }: Pick<Deps, 'resolver' | 'env' | 'dns'>): Driver {
  const { name, mode } = resolver
  const own = resolver.servers().find((server) => isHere(server, { env, dns }))
  if (own === undefined) return resolver
  return {
    name,
    mode,
    limitation: `DNS_RESOLVERS contains ${own}, which is our own name server: it only knows the zones hosted here, so domains with other providers are not found. Set it to a resolver.`,
    check: () => resolver.check(),
  }
}
