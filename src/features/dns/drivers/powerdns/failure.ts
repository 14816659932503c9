/** Why a PowerDNS request failed, as a sentence for the administrator. */
export class PowerDnsFailure extends Error {
  /** Whether every other request would fail as well: the server is unreachable, or rejects the key. */
  readonly isOutage: boolean
  /** Whether a retry may succeed soon, as when another change has locked its database. */
  readonly isPassing: boolean
  constructor(message: string, { isOutage, isPassing = false }: { isOutage: boolean; isPassing?: boolean }) {
    super(message)
    this.isOutage = isOutage
    this.isPassing = isPassing
  }
}
