import type { Counts } from '#features/monitoring/contract/counts.ts'
import type { Framing } from '../http/framing.ts'
import type { RequestHead } from '../http/head.ts'
import type { GatewayLimits } from '../limits.ts'
import type { PageName } from '../pages.ts'
import type { Route } from '../sites/route.ts'
import type { Site } from '../sites/site-cache.ts'
import type { Sender } from './headers.ts'
import type { Pool } from './upstream.ts'

type SiteRoute = Extract<Route, { kind: 'site' }>

/** A request on its way to the web server of a service. */
export type SiteRequest = { head: RequestHead; framing: Framing; route: SiteRoute; sender: Sender }

/** The visitor's side of an exchange. */
export interface VisitorSide {
  /** False when the visitor reads more slowly than data arrives. */
  write(data: Buffer | string): boolean
  readonly isBlocked: boolean
  /** Pause and resume reading from the visitor. */
  pause(): void
  resume(): void
  /** Input bytes that do not belong to this request's body. */
  giveBack(bytes: Buffer): void
  answerPage(name: PageName): void
  /** The answer is complete. `mayStay`: the connection may stay open. */
  finish(mayStay: boolean): void
  /** Resets the connection, so that the partial answer does not look complete. */
  cut(): void
  /** Whether the connection must end with this answer. */
  readonly isLast: boolean
}

/** The address of a service's web server; null when there is none. */
export type ServerAddress = { socketPath: string } | null

/** Dependencies of an exchange other than its two sides. */
export type ExchangeWorld = {
  pool: Pool
  limits: GatewayLimits
  findProcess(serviceId: string): ServerAddress | Promise<ServerAddress>
  /** Nothing listens at the address of the process. */
  forgetProcess(serviceId: string): void
  /** Counts traffic of a site in both directions. */
  count(site: Site, counts: Partial<Counts>): void
}
