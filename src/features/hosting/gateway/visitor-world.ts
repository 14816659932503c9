import type { Admission } from './admission.ts'
import type { ExchangeWorld } from './exchange/exchange-sides.ts'
import type { Sender } from './exchange/headers.ts'
import type { HeldMemory } from './held-memory.ts'
import type { RequestHead } from './http/head.ts'
import type { Route } from './sites/route.ts'
import type { Sites } from './sites/site-cache.ts'

/** State shared by the connections of visitors. */
export type VisitorWorld = ExchangeWorld & {
  admission: Admission
  held: HeldMemory
  trustedProxies: readonly string[]
  now: () => Date
  /** Routes a request; `protocol` is that of the visitor's connection. */
  findRoute(head: RequestHead, sender: Omit<Sender, 'host'>): Route
  sites: Pick<Sites, 'learn'>
  readonly isDraining: boolean
}
