import type { Deps } from '#server/context.ts'
import type { Driver } from '#server/driver.ts'
import { second } from '#shared/time.ts'
import { findPowerDnsProblem, powerDnsDriver } from './powerdns/driver.ts'
import { createPowerDnsState, type PowerDnsState } from './powerdns/state.ts'
import type { ZoneHead } from './read-zones.ts'

/** The state of the name server. */
export type DnsStatus = {
  /** Its port; null while it does not listen. */
  port: number | null
  zones(): number
  /** How many of them have DNSSEC. */
  signedZones(): number
  /** A sentence for each zone that cannot be served as stored. */
  problems(): string[]
  /** The served serial of a domain's zone, null when it is not served, and why it differs from the stored zone. */
  zone(domain: { id: string; domainName: string }): { serial: number | null; problem: string | null }
  /** When the zones last matched the store. */
  polledAt(): Date | null
  /** The PowerDNS server that serves the zones instead, with DNS_DRIVER=powerdns. */
  powerDns: PowerDnsState
}

/** The initial status. */
export const createDnsStatus = (): DnsStatus => ({
  port: null,
  zones: () => 0,
  signedZones: () => 0,
  problems: () => [],
  zone: () => ({ serial: null, problem: null }),
  polledAt: () => null,
  powerDns: createPowerDnsState(),
})

const staleMs = 10 * second
const shownProblems = 3

function describeProblems({ dns, now }: Pick<Deps, 'dns' | 'now'>): string | null {
  const looked = dns.polledAt()
  if (!looked) return 'The zones are still loading. Until then every query is answered with SERVFAIL.'
  if (now().getTime() - looked.getTime() > staleMs)
    return 'The database is out of reach: the zones are served as they were before.'
  const problems = dns.problems()
  if (problems.length === 0) return null
  const more = problems.length > shownProblems ? ` And ${problems.length - shownProblems} more.` : ''
  return `Not served as stored: ${problems.slice(0, shownProblems).join('; ')}.${more}`
}

/** Why no zones are served here. */
function describeOff({ DNS_DRIVER, DNS_PORT }: Deps['env']): string {
  if (DNS_DRIVER === 'off') return 'Switched off by DNS_DRIVER=off: zones are stored, but not served here.'
  if (DNS_PORT === 0) return 'Switched off by DNS_PORT=0: zones are stored, but not served here.'
  return 'This process serves no zones.'
}

/** Whether no name server serves the portal's zones; another node may serve them when this one does not. */
export const isUnpublished = ({ env, node }: Pick<Deps, 'env' | 'node'>): boolean =>
  env.DNS_DRIVER === 'off' || (env.DNS_DRIVER !== 'powerdns' && env.DNS_PORT === 0 && !node.isShared)

/** Why a stored zone is not served, for its owner; null when it is. */
export async function findServingProblem(deps: Deps, zone: ZoneHead): Promise<string | null> {
  const { dns, env } = deps
  if (env.DNS_DRIVER === 'powerdns') return findPowerDnsProblem(deps, zone)
  if (isUnpublished(deps))
    return 'These records are saved but not published yet: our name servers are not running.'
  if (dns.zone(zone).problem === null) return null
  return 'An invalid record blocks the latest changes, so our name servers still answer with the previous records. Contact support.'
}

/** The name server, for the administrator. */
export const dnsDriver = (deps: Deps): Driver =>
  deps.env.DNS_DRIVER === 'powerdns' ? powerDnsDriver(deps) : embeddedDriver(deps)

const embeddedDriver = ({ dns, env, now, version }: Deps): Driver => ({
  name: 'dns',
  mode: dns.port === null ? 'off' : 'embedded',
  async check() {
    if (dns.port === null) return { isHealthy: true, version: null, message: describeOff(env) }
    const problem = describeProblems({ dns, now })
    const zones = `${dns.zones()} ${dns.zones() === 1 ? 'zone' : 'zones'}`
    const place = `port ${dns.port} of ${env.HOST}, over UDP and TCP`
    const message = problem ?? `${zones} on ${place}, ${dns.signedZones() || 'none'} of them with DNSSEC.`
    return { isHealthy: problem === null, version, message }
  },
})
