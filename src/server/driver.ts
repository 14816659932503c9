/** `off`: not wanted here. `embedded`: in this program. `managed`: a program of this machine that the portal runs. `remote`: somebody else's. */
type DriverMode = 'off' | 'embedded' | 'managed' | 'remote'

export type Health = {
  isHealthy: boolean
  version: string | null
  /** A sentence for the administrator: what is wrong, or what is worth knowing; null when all is as expected. */
  message: string | null
}

/** The way to something outside of the portal: a mail server, web servers, a cloud. */
export interface Driver {
  readonly name: string
  readonly mode: DriverMode
  /** A sentence for the administrator: what it leaves undone even when it is healthy. */
  readonly limitation?: string
  /** How it is now; never throws. */
  check(): Promise<Health>
  start?(): Promise<void>
  /** Nothing of it is left running or connected. */
  stop?(): Promise<void>
}
