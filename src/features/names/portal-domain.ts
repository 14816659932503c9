import { getDomain } from 'tldts'
import type { CustomerContext, Deps } from '#server/context.ts'
import type { Env } from '#server/settings.ts'
import { hostOf, isNameOf } from '#shared/names/host-names.ts'

type PortalHostSettings = Pick<Env, 'SITES_ORIGIN' | 'MAIL_HOST' | 'DNS_NAMESERVERS'>

/** The portal's own hosts, as configured: pages, sites, mail and name servers. */
export const portalHosts = (origin: string, env: PortalHostSettings): string[] =>
  [origin, env.SITES_ORIGIN ?? null, env.MAIL_HOST ?? null, ...env.DNS_NAMESERVERS]
    .map(hostOf)
    .filter((host) => host !== null)

/** Whether others register names below it (https://publicsuffix.org), so that no customer can own it. */
export const isPublicSuffix = (name: string): boolean =>
  getDomain(name, { allowPrivateDomains: true }) === null

/** Whether a name, or the name after its `www.`, is one of these hosts, or is below or above one. */
export function isAmong(hosts: readonly string[], name: string): boolean {
  const isOne = (each: string) => hosts.some((host) => isNameOf(each, host))
  const bare = name.replace(/^www\./, '')
  return isOne(name) || (bare !== name && !isPublicSuffix(bare) && isOne(bare))
}

/**
 * Whether a domain belongs to the portal, as configured and as requested: a customer's site there could set cookies for all
 * customers, and receive mail and DNS queries that are meant for the portal.
 */
export function isPortalDomain(
  ctx: Pick<Deps, 'env' | 'origin' | 'sitesOrigin'> & Partial<Pick<CustomerContext, 'client'>>,
  domain: string,
): boolean {
  const asked = [ctx.sitesOrigin(), ctx.client?.host ?? null].map(hostOf).filter((host) => host !== null)
  return isAmong([...portalHosts(ctx.origin(), ctx.env), ...asked], domain)
}
