import type { Store } from '#db/types.ts'
import type { CompanyOverrides } from '#shared/company.ts'
import type { SharedKind } from '#shared/member-roles.ts'
import type { AnswerIn } from './answers/answer-in.ts'
import type { Denials } from './audit/denials.ts'
import type { Bus } from './events.ts'
import type { KeyHolder, KeyUse } from './keys.ts'
import type { Logger } from './log.ts'
import type { Node } from './nodes/node.ts'
import type { Sealer } from './secrets.ts'
import type { OpenMembership, Shared } from './sessions/membership.ts'
import type { Authenticated, Sessions, SessionUser, ValidSession } from './sessions/session.ts'
import type { Sightings } from './sessions/session-sightings.ts'
import type { CustomerView, Viewing } from './sessions/viewing.ts'
import type { Env } from './settings.ts'

/** Ids of one kind to be checked against a service. */
export type InService = { kind: SharedKind; ids: readonly string[]; serviceId: string }

/** Decisions of features that affect all pages and calls; see `app/rules.ts`. */
export type Rules = {
  /** Whether one of the caller's services opens the console. */
  hasActiveService(ctx: CustomerContext): Promise<boolean>
  /** Why an administrator may not use the admin area yet; null when they may. */
  whyNoAdministration(ctx: CustomerContext): Promise<string | null>
  /** Records the use of a valid API key and returns its holder; null for an invalid key. */
  findKeyHolder(deps: Deps, key: string): Promise<KeyHolder | null>
  /** The membership with this id, if the user may use it now. */
  findMembership(deps: Deps, wanted: { id: string; userId: string }): Promise<OpenMembership | null>
  /** The view with this id, if the caller began it; it may have ended. */
  findView(deps: Deps, wanted: { id: string; caller: Authenticated }): Promise<CustomerView | null>
  /** Whether all these objects of the caller belong to one service; false for a missing one. */
  areInService(ctx: Context, wanted: InService): Promise<boolean>
  /** The redirect target for a page request; null for none. */
  findDetour(ctx: Context, url: URL): Promise<string | null>
  /** The only external origin that the portal's pages may frame; null when there is none. */
  findFramed(deps: Deps): string | null
}

/** Shared by every part of a running portal, independent of features. */
export interface Kernel {
  env: Env
  store: Store
  now: () => Date
  log: Logger
  events: Bus
  secrets: Sealer
  /** Denials, added up for the audit log. */
  denials: Denials
  sessions: Sessions
  /** When sessions were last used. */
  sightings: Sightings
  /** This process among those that use the same database. */
  node: Node
  /** The company facts and marketing texts that the operator replaced. */
  company: CompanyOverrides
  rules: Rules
  version: string
  startedAt: Date
  /** The origin at which customers reach the portal, for links in mails and for cookies. */
  origin: () => string
}

/** The kernel and the additions of the features. Built once, by `app/portal.ts`. */
export interface Deps extends Kernel {}

type Client = {
  address: string
  userAgent: string
  /** The requested host. */
  host: string | null
  /** Whether the visitor connected over TLS. */
  isSecure: boolean
  /** The Cookie header of the request. */
  cookies: string | null
}

/** Additions for one request: the caller, their address, and the parts of the reply besides the body. */
export type Context = Deps & {
  requestId: string
  client: Client
  user: SessionUser | null
  /** For an API key, a stand-in; see `keys.ts`. */
  session: ValidSession | null
  /** The API key that replaces a session; its scopes were checked before the call. */
  key: KeyUse | null
  /** The membership through which the caller acts for `user`, the owner; null otherwise. */
  shared: Shared | null
  /** The view through which an administrator reads as `user`, the customer; null otherwise. */
  viewing: Viewing | null
  idempotencyKey: string | null
  answerIn: AnswerIn
  reply: { status?: number; headers: Headers }
}

export type CustomerContext = Context & { user: SessionUser; session: ValidSession }

/** Whether the request came with a live session. */
export const isSignedIn = (ctx: Context): ctx is CustomerContext => ctx.user !== null && ctx.session !== null

/** Whether a member makes the request for the owner of a service. */
export const isShared = <C extends Context>(ctx: C): ctx is C & { shared: Shared } => ctx.shared !== null

/** Whether an administrator views the portal as a customer. */
export const isViewing = <C extends Context>(ctx: C): ctx is C & { viewing: Viewing } => ctx.viewing !== null

/** The user whose quota a read counts against: never the customer whom an administrator views. */
export const readerOf = ({ viewing }: Pick<Context, 'viewing'>, user: { id: string }): string =>
  (viewing?.actor ?? user).id

/** The owner in whose name work is done, in a request or after it. */
export type OwnerContext = Deps & { user: { id: string } }

/** The caller of a poll: only the user id of a live session is loaded. */
export type PollContext = Deps & { user: { id: string } }

/** The context of durable work: no caller and no answer. */
export type JobContext = Deps
