import type { Deps } from '#server/context.ts'

type StoredZone = {
  id: string
  domainName: string
  status: string
  challenge: string | null
  zoneSerial: number
}

/** How this node serves a zone (`elsewhere`: PowerDNS does), with the served serial and why it differs from the stored one. */
export type Serving = {
  state: 'current' | 'behind' | 'awaited' | 'absent' | 'loading' | 'elsewhere' | 'off'
  serial: number | null
  problem: string | null
}

function stateOf({ dns }: Pick<Deps, 'dns'>, stored: StoredZone, serial: number | null): Serving['state'] {
  if (dns.port === null) return 'off'
  if (dns.polledAt() === null) return 'loading'
  if (stored.status === 'pending' || stored.challenge !== null) return 'awaited'
  if (serial === null) return 'absent'
  // The zone may be newer than the row.
  return serial >= stored.zoneSerial ? 'current' : 'behind'
}

/** How this node serves the zone of a domain now, by its name server's memory. */
export function servingOf(deps: Pick<Deps, 'dns' | 'env'>, stored: StoredZone): Serving {
  if (deps.env.DNS_DRIVER === 'powerdns') {
    const problem = deps.dns.powerDns.problems.get(stored.domainName) ?? null
    return { state: 'elsewhere', serial: null, problem }
  }
  const { serial, problem } = deps.dns.zone(stored)
  const sentence = problem === null ? null : `${problem}.`
  return { state: stateOf(deps, stored, serial), serial, problem: sentence }
}
