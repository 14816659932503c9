/** PowerDNS as the process that keeps it like the store sees it. */
export type PowerDnsState = {
  /** Whether this process is the one. */
  isKept: boolean
  /** As of when its zones are known to be those of the store; null before. */
  lookedAt: () => Date | null
  zones(): number
  /** Zones that may differ and have not been looked at. */
  waiting(): number
  /** Why nothing can be done at the moment, as a sentence for the administrator. */
  outage: string | null
  /** A sentence for each name whose zone is not there as it is stored. */
  problems: Map<string, string>
}

export const createPowerDnsState = (): PowerDnsState => ({
  isKept: false,
  lookedAt: () => null,
  zones: () => 0,
  waiting: () => 0,
  outage: null,
  problems: new Map(),
})
