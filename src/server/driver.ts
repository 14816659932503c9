/**
 * `off`: not used here. `embedded`: in this program. `managed`: a program on this machine that the portal runs. `remote`: a
 * service of others.
 */
type DriverMode = 'off' | 'embedded' | 'managed' | 'remote'

export type Health = {
  isHealthy: boolean
  version: string | null
  /** A sentence for the administrator: what is wrong, or worth knowing; null when all is as expected. */
  message: string | null
}

/** The connection to an external system: a mail server, web servers, a cloud. */
export interface Driver {
  readonly name: string
  readonly mode: DriverMode
  /** What it leaves undone even when it is healthy, as a sentence for the administrator. */
  readonly limitation?: string
  /** Its present health; never throws. */
  check(): Promise<Health>
  start?(): Promise<void>
  /** Nothing of it is left running or connected. */
  stop?(): Promise<void>
}
