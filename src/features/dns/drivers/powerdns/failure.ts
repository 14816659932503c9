/** Why PowerDNS did not do what it was asked, as a sentence for the administrator. */
export class PowerDnsFailure extends Error {
  /** Whether everything else would fail as well: it is out of reach, or does not let us in. */
  readonly isOutage: boolean
  constructor(message: string, { isOutage }: { isOutage: boolean }) {
    super(message)
    this.isOutage = isOutage
  }
}
