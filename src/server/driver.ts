/**
 * `off`: not used here. `embedded`: part of this program. `managed`: a program on this machine that the portal runs. `remote`: an
 * external service.
 */
type DriverMode = 'off' | 'embedded' | 'managed' | 'remote'

export type Health = {
  isHealthy: boolean
  version: string | null
  /** A sentence for the administrator about a problem or a note; null when all is well. */
  message: string | null
}

/** The connection to an external system: a mail server, web servers, a cloud provider. */
export interface Driver {
  readonly name: string
  readonly mode: DriverMode
  /** Its limits even when healthy, as a sentence for the administrator. */
  readonly limitation?: string
  /** The current health; never throws. */
  check(): Promise<Health>
  start?(): Promise<void>
  /** Stops and disconnects everything. */
  stop?(): Promise<void>
}
