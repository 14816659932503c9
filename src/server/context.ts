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
import type { FoundView, Viewing } from './sessions/viewing.ts'
import type { Env } from './settings.ts'

/** Ids of one kind that may lie in a service. */
export type InService = { kind: SharedKind; ids: readonly string[]; serviceId: string }

/** Decisions of features that concern the pages and calls of all; see `app/rules.ts`. */
export type Rules = {
  /** Whether one of the caller's services opens the console. */
  hasActiveService(ctx: CustomerContext): Promise<boolean>
  /** Why an administrator may not use the desk yet; null when they may. */
  whyNoAdministration(ctx: CustomerContext): Promise<string | null>
  /** Who holds an API key that is valid now, of which this is a use; null when nobody does. */
  findKeyHolder(deps: Deps, key: string): Promise<KeyHolder | null>
  /** The membership of this id, if it is open to the user now. */
  findMembership(deps: Deps, wanted: { id: string; userId: string }): Promise<OpenMembership | null>
  /** The view of this id, if the caller began it; it may be over. */
  findView(deps: Deps, wanted: { id: string; caller: Authenticated }): Promise<FoundView | null>
  /** Whether things of the caller's all lie in one service; what is not there does not. */
  areInService(ctx: Context, wanted: InService): Promise<boolean>
  /** Where a request for a page is redirected; null when nowhere. */
  findDetour(ctx: Context, url: URL): Promise<string | null>
  /** The one place outside the portal whose pages its own may show in frames; null when there is none. */
  findFramed(deps: Deps): string | null
}

/** What every part of a running portal shares, whichever features there are. */
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
  /** The parts of the company's facts and marketing texts that the operator replaced. */
  company: CompanyOverrides
  rules: Rules
  version: string
  startedAt: Date
  /** Origin under which customers reach the portal, for links in mails and cookies. */
  origin: () => string
}

/** The kernel and the additions of features. Built once, by `app/portal.ts`. */
export interface Deps extends Kernel {}

type Client = {
  address: string
  userAgent: string
  /** The host that was asked for. */
  host: string | null
  /** Whether the visitor came over TLS. */
  isSecure: boolean
  /** The Cookie field of the request. */
  cookies: string | null
}

/** What a request adds: the caller, their address, and the parts of the reply beside the body. */
export type Context = Deps & {
  requestId: string
  client: Client
  user: SessionUser | null
  /** With an API key it is one that only stands for it; see `keys.ts`. */
  session: ValidSession | null
  /** The API key in place of a session; what it may do was checked before the call. */
  key: KeyUse | null
  /** The membership by which it is made for somebody else, who is `user` then; null as a rule. */
  shared: Shared | null
  /** The view by which an administrator reads it as a customer, who is `user` then; null as a rule. */
  viewing: Viewing | null
  idempotencyKey: string | null
  answerIn: AnswerIn
  reply: { status?: number; headers: Headers }
}

export type CustomerContext = Context & { user: SessionUser; session: ValidSession }

/** Whether the request came with a live session. */
export const isSignedIn = (ctx: Context): ctx is CustomerContext => ctx.user !== null && ctx.session !== null

/** Whether it is made by a member for the owner of a service. */
export const isShared = <C extends Context>(ctx: C): ctx is C & { shared: Shared } => ctx.shared !== null

/** Whether an administrator looks at the portal as a customer does. */
export const isViewing = <C extends Context>(ctx: C): ctx is C & { viewing: Viewing } => ctx.viewing !== null

/** For whom what is read counts: a view takes nothing from the customer. */
export const readerOf = ({ viewing }: Pick<Context, 'viewing'>, user: { id: string }): string =>
  (viewing?.actor ?? user).id

/** The owner of things, in whose name something is done in a request or after it. */
export type OwnerContext = Deps & { user: { id: string } }

/** Who asks whether something has changed: the user of a live session, of whom only the id was read. */
export type PollContext = Deps & { user: { id: string } }

/** The context of durable work: no caller, no answer. */
export type JobContext = Deps
