/** Why PowerDNS did not do what it was asked, as a sentence for the administrator. */
export class PowerDnsFailure extends Error {
  /** Whether everything else would fail as well: it is out of reach, or does not let us in. */
  readonly isOutage: boolean
  /** Whether it may do the same in a moment, as while its own database is locked by another change. */
  readonly isPassing: boolean
  constructor(message: string, { isOutage, isPassing = false }: { isOutage: boolean; isPassing?: boolean }) {
    super(message)
    this.isOutage = isOutage
    this.isPassing = isPassing
  }
}
