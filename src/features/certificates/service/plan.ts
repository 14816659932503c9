import { parse } from 'tldts'
import type { DomainRow } from '#features/zones/domain/own.ts'
import type { Deps } from '#server/context.ts'
import { type Conditions, NotIssued, type ValidationMethod } from '../drivers/certificate-authority.ts'
import { findCaaObstacle } from './caa.ts'
import { createLookups, describeSilence, type Lookups } from './lookups.ts'

/** Why some names cannot be verified: a sentence without a full stop. */
type Obstacle = { reason: string; names: string[] }

/** The method for each name, and the reasons for the others. */
export type Plan = { ways: Map<string, ValidationMethod>; obstacles: Obstacle[] }

type ValidationContext = {
  conditions: Conditions
  lookups: Lookups
  /** Addresses of our gateways. */
  ours: readonly string[]
  /** Whether the name servers of the domain are ours. */
  isDelegated: boolean
  hasSites: boolean
  domainName: string
}

const lookMs = 10_000

async function isDelegated(
  { resolver, env }: Pick<Deps, 'resolver' | 'env'>,
  name: string,
): Promise<boolean> {
  if (env.DNS_DRIVER === 'off' || env.DNS_PORT === 0) return false
  const servers = await resolver.nameservers(name).catch(() => [])
  return servers.length > 0 && servers.every((server) => env.DNS_NAMESERVERS.includes(server))
}

/** Why our web servers cannot prove a name; null when they can. */
async function findSiteObstacle(
  name: string,
  { lookups, ours, hasSites, domainName }: ValidationContext,
): Promise<string | null> {
  if (name.startsWith('*.')) return `${name} needs our name servers, and ${domainName} does not use them`
  if (!hasSites) return `${name} cannot be verified, because this portal serves no sites`
  const addresses = await lookups.addresses(name)
  if (addresses.length === 0) return `${name} has no A record. Point it to ${ours[0]}`
  const others = addresses.filter((address) => !ours.includes(address))
  return others.length > 0 ? `${name} points to ${others.join(' and ')}. Point it to ${ours[0]}` : null
}

/** The method for a name, or the obstacle. A web server is preferred, because its answer is visible immediately. */
async function findMethod(
  name: string,
  context: ValidationContext,
): Promise<{ way: ValidationMethod } | { obstacle: string }> {
  const base = name.replace(/^\*\./, '')
  try {
    const siteObstacle = await findSiteObstacle(name, context)
    const possible: ValidationMethod[] = [
      ...(siteObstacle === null ? (['http-01'] as const) : []),
      ...(context.isDelegated ? (['dns-01'] as const) : []),
    ]
    if (siteObstacle !== null && possible.length === 0) return { obstacle: siteObstacle }
    const { at, records } = await context.lookups.caa(base)
    const { conditions } = context
    const forbidden = possible.map((way) => findCaaObstacle(records, base !== name, { conditions, way }))
    const way = possible.find((_, index) => forbidden[index] === null)
    return way ? { way } : { obstacle: `The CAA records of ${at} ${forbidden[0]}` }
  } catch (error) {
    return { obstacle: describeSilence(base, error) }
  }
}

/** Names covered by a wildcard are left out, because authorities reject them as redundant. */
function dropCovered(ways: Map<string, ValidationMethod>): void {
  for (const name of [...ways.keys()])
    if (!name.startsWith('*.') && ways.has(name.replace(/^[^.]+/, '*'))) ways.delete(name)
}

// Names below arpa are in the public suffix list, but are not hosts.
function isPublic(name: string): boolean {
  const { isIcann, publicSuffix } = parse(name)
  return isIcann === true && publicSuffix?.endsWith('arpa') === false
}

/**
 * Plans how to prove the names of a domain to the authority, according to resolvers. Null without validation.
 * @throws NotIssued when the authority or the resolver cannot be reached
 */
export async function planProofs(
  ctx: Deps,
  domain: DomainRow,
  planned: { names: readonly string[]; address: string | null },
): Promise<Plan | null> {
  const conditions = await ctx.certificateAuthority.conditions?.(AbortSignal.timeout(lookMs))
  if (!conditions) return null
  const { domainName } = domain
  const ways = new Map<string, ValidationMethod>()
  if (conditions.isPublic && !isPublic(domainName))
    return {
      ways,
      obstacles: [
        {
          reason: `${domainName} is not a public domain name, so ${conditions.host} cannot issue a certificate for it`,
          names: [...planned.names],
        },
      ],
    }
  const context: ValidationContext = {
    conditions,
    lookups: createLookups(ctx.resolver, domainName),
    ours: [...new Set([planned.address ?? ctx.env.SERVER_IP, ctx.env.SERVER_IP])],
    isDelegated: await isDelegated(ctx, domainName),
    hasSites: ctx.env.SITES_PORT !== 0,
    domainName,
  }
  const found = await Promise.all(planned.names.map((name) => findMethod(name, context)))
  const obstacles = new Map<string, string[]>()
  for (const [at, name] of planned.names.entries()) {
    const outcome = found[at]
    if (outcome && 'way' in outcome) ways.set(name, outcome.way)
    else if (outcome) obstacles.set(outcome.obstacle, [...(obstacles.get(outcome.obstacle) ?? []), name])
  }
  dropCovered(ways)
  return { ways, obstacles: [...obstacles].map(([reason, names]) => ({ reason, names })) }
}

/** Like `planProofs`, for a screen: an unreachable authority is an obstacle as well. */
export async function previewProofs(...asked: Parameters<typeof planProofs>): Promise<Plan | null> {
  return planProofs(...asked).catch((error: unknown) => {
    if (!(error instanceof NotIssued)) throw error
    return { ways: new Map(), obstacles: [{ reason: error.message.replace(/\.$/, ''), names: [] }] }
  })
}
