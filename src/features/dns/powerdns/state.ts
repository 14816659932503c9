/** PowerDNS as seen by the process that synchronizes it. */
export type PowerDnsState = {
  /** Whether this process does. */
  isSynced: boolean
  /** When its zones were last known to match the store; null before. */
  polledAt: () => Date | null
  zones(): number
  /** Zones that may differ and were not checked yet. */
  waiting(): number
  /** The current outage, as a sentence for the administrator. */
  outage: string | null
  /** A sentence for each name whose zone does not match the store. */
  problems: Map<string, string>
}

export const createPowerDnsState = (): PowerDnsState => ({
  isSynced: false,
  polledAt: () => null,
  zones: () => 0,
  waiting: () => 0,
  outage: null,
  problems: new Map(),
})
