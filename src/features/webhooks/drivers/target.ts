import { promises as dns } from 'node:dns'
import { isIP } from 'node:net'
import { networkInterfaces } from 'node:os'
import type { Deps } from '#server/context.ts'
import { plainAddress } from '#shared/address.ts'
import { hostOf, isNameOf } from '#shared/names/host-names.ts'
import { isPublicAddress } from './public-address.ts'

/** The URL of a webhook is not allowed; the message is for its owner. */
export class Refused extends Error {}

type Config = Pick<Deps, 'env' | 'origin' | 'sitesOrigin'>

const withoutBrackets = (host: string): string => host.replace(/^\[(.*)\]$/, '$1')

/** The parsed URL of a webhook. @throws Refused when it is invalid or never allowed */
export function readTarget({ env, origin, sitesOrigin }: Config, written: string): URL {
  if (!URL.canParse(written)) throw new Refused('Enter a URL such as https://example.com/hook.')
  const url = new URL(written)
  const isAllowed = env.WEBHOOKS_ALLOW_PRIVATE
  if (url.protocol !== 'https:' && !(isAllowed && url.protocol === 'http:'))
    throw new Refused('The URL must begin with https://.')
  if (url.username || url.password) throw new Refused('The URL must not contain a user name or password.')
  url.hash = ''
  // With a trailing dot it is the same name.
  url.hostname = url.hostname.replace(/\.$/, '')
  const own = [origin(), sitesOrigin()].filter((each) => each !== null)
  if (own.some((each) => new URL(each).host === url.host))
    throw new Refused('The URL must not point to this portal.')
  if (isAllowed) return url
  const host = withoutBrackets(url.hostname)
  if (own.some((each) => isNameOf(host, hostOf(each) ?? '')))
    throw new Refused('The URL must not point to this portal.')
  if (isIP(host) !== 0 && !isPublicAddress(host)) throw new Refused('The URL must have a public address.')
  return url
}

const lookUpMs = 5_000

/** Resolves a name: with the resolvers of the settings, else those of the system. */
async function addressesOf({ env }: Pick<Config, 'env'>, host: string): Promise<string[]> {
  if (isIP(host) !== 0) return [host]
  if (env.DNS_RESOLVERS.length === 0)
    return (await dns.lookup(host, { all: true })).map(({ address }) => address)
  const resolver = new dns.Resolver({ timeout: lookUpMs / 2, tries: 2 })
  resolver.setServers(env.DNS_RESOLVERS)
  const found = await Promise.allSettled([resolver.resolve4(host), resolver.resolve6(host)])
  return found.flatMap((each) => (each.status === 'fulfilled' ? each.value : []))
}

const ownAddresses = (): string[] =>
  Object.values(networkInterfaces()).flatMap((each = []) => each.map(({ address }) => plainAddress(address)))

/**
 * The address to connect to. Every address of the name must be public, and none of this machine. The name is resolved only once,
 * so changing it afterwards (DNS rebinding) has no effect.
 * @throws Refused when an address is not allowed, or there is none
 */
export async function resolveTarget(config: Config, url: URL): Promise<string> {
  const host = withoutBrackets(url.hostname)
  const late = new Promise<never>((_, reject) => {
    setTimeout(
      () => reject(new Refused(`DNS did not answer for the name ${host} in time.`)),
      lookUpMs,
    ).unref()
  })
  const found = await Promise.race([addressesOf(config, host).catch(() => []), late])
  const [first] = found
  if (first === undefined) throw new Refused(`The name ${host} has no address.`)
  if (config.env.WEBHOOKS_ALLOW_PRIVATE) return first
  const own = ownAddresses()
  if (found.some((address) => !isPublicAddress(address) || own.includes(plainAddress(address))))
    throw new Refused(`The name ${host} points to an address that is not public.`)
  return first
}
