import type { Context as HonoContext } from 'hono'
import { matchedRoutes } from 'hono/route'
import { limiterKey } from '#shared/address.ts'
import { DomainError, notFound } from '#shared/errors.ts'
import type { Demand } from '#shared/scopes.ts'
import { storeNothing } from '../answers/answer-in.ts'
import { readIdempotencyKey } from '../answers/idempotency.ts'
import { type Denial, isDenial } from '../audit/denials.ts'
import {
  type Context,
  type CustomerContext,
  type Deps,
  isShared,
  isSignedIn,
  isViewing,
  type PollContext,
} from '../context.ts'
import { assertScopes, readBearer } from '../keys.ts'
import { describeFailure } from '../log.ts'
import { openToMember, readActingFor } from '../sessions/members.ts'
import { hashId, type SessionUser } from '../sessions/session.ts'
import { openToView } from '../sessions/viewing.ts'
import { type Identified, identify } from './bearer.ts'
import { refuse as describe, type Refusal } from './errors.ts'
import { createHeavyCalls, type HeavyCalls } from './limits/heavy.ts'
import { createRequestLimits, type RequestLimits } from './limits/request-limits.ts'
import { createRouteDemands, createRouteSharing, createRouteViewing } from './route-demands.ts'
import { namesIn, trpcEndpoint } from './trpc-names.ts'
import { isOverTls } from './visited-origin.ts'

/** Data that the listener adds to each request. */
export type RequestEnv = {
  Bindings: {
    requestId: string
    addressOf: () => string
    /** The origin that the visitor requested, according to a trusted proxy. */
    forwarded?: string | undefined
    /** The request has been counted against its caller's limits. */
    isCounted?: boolean
    /** The response to a HEAD, with the headers of a GET. */
    whole?: Response
  }
}

type C = HonoContext<RequestEnv>

type ContextOptions = {
  poll: boolean
  unlimited?: boolean
  /** A page, which calls procedures itself. */
  isPage?: true
  /** The requirement of the request's calls for API keys; by default that of the route. */
  demands?: readonly Demand[]
}

/** Shared by all transports: a context for the request, and one way to refuse it. */
export type Transport = {
  /**
   * The context of a request; `poll` reads the session without renewing it, `unlimited` exempts it from the limits.
   * @throws UNAUTHORIZED, TOO_MANY_REQUESTS, FORBIDDEN, SCOPE_REQUIRED for an API key that is unknown or lacks access
   * @throws NOT_A_MEMBER, FORBIDDEN, NOT_FOUND for a member without access to a route that has no procedure
   * @throws VIEW_ENDED, FORBIDDEN for an administrator who views as a customer, on a route that is closed to views
   */
  contextOf(c: C, options: ContextOptions): Promise<Context>
  /** The context of a signed-in caller. @throws UNAUTHORIZED */
  customerOf(c: C): Promise<CustomerContext>
  /**
   * The caller's id, for a request that needs nothing else; `null` without a live session, which is not renewed, with an API key,
   * or when acting for another user.
   */
  pollerOf(c: C): Promise<PollContext | null>
  /** Handles calls whose answers may be megabytes. */
  heavy: HeavyCalls
  /** The JSON response to a thrown value; server errors are logged and masked. */
  refuse(c: C, error: unknown): Response
  /** The same without the response, for pages and, with a name, for procedures. Counts denials for the audit log. */
  describeRefusal(c: C, error: unknown, procedure?: string): Refusal
}

const maxAgentLength = 300

const everywhere = new Set(['*', '/*'])
const readMethods = new Set(['GET', 'HEAD'])

/** The declared route of a request; with the actual path each request would be a different one. */
const routeOf = (c: C): string =>
  `${c.req.method} ${matchedRoutes(c).find(({ path }) => !everywhere.has(path))?.path ?? '*'}`

// A page costs about as much as five calls; a batch as much as its calls.
const pageCost = 5

function costOf({ req: { path } }: C): number {
  if (path.startsWith(`${trpcEndpoint}/`)) return namesIn(path).length
  return path.startsWith('/api/') ? 1 : pageCost
}

/** Counts the request of a caller, once; `uploads` are sent individually. @throws TOO_MANY_REQUESTS */
function countUse(
  c: C,
  { limits, uploads }: { limits: RequestLimits; uploads: Set<string> },
  key: string,
): void {
  if (c.env.isCounted) return
  c.env.isCounted = true
  const { method, path } = c.req
  const isWrite = method !== 'GET' && method !== 'HEAD' && !uploads.has(path)
  limits.count({ key, isWrite, cost: costOf(c) }, performance.now())
}

/** The sender of a request, even when acting for another user. */
const actorOf = ({ user, shared, viewing }: Identified): SessionUser => (shared ?? viewing)?.actor ?? user

/** The fields in the path and the query of a route without a procedure; several values of a field are separated by commas. */
async function addressInput(c: C): Promise<Record<string, unknown>> {
  const named = Object.entries(c.req.queries()).map(([field, texts]) => {
    const all = texts.flatMap((text) => text.split(',')).filter(Boolean)
    return [field, all.length > 1 ? all : all[0]]
  })
  return { ...Object.fromEntries(named), ...c.req.param() }
}

export function createTransport(deps: Deps): Transport {
  const { READS_PER_MINUTE: reads, WRITES_PER_MINUTE: writes } = deps.env
  const routes = deps.features.flatMap(({ http }) => http?.routes ?? [])
  const uploads = new Set(routes.flatMap(({ path, upload }) => (upload === 'many' ? [path] : [])))
  const counting = { limits: createRequestLimits({ reads, writes }), uploads }
  const isSecureOf = ({ req, env }: C): boolean =>
    isOverTls(req.raw, { publicOrigin: deps.env.PUBLIC_ORIGIN, forwarded: env.forwarded })
  const sessionsOf = (c: C) => deps.sessions.over(isSecureOf(c))
  const demandOfRoute = createRouteDemands(deps.features)
  const sharedOfRoute = createRouteSharing(deps.features)
  const isViewedRoute = createRouteViewing(deps.features)
  const callers = new WeakMap<Request, Pick<Denial, 'user' | 'address'>>()
  const describeRefusal: Transport['describeRefusal'] = (c, error, procedure) => {
    const { requestId } = c.env
    const refusal = describe(error, requestId)
    const { code } = refusal.body
    if (isDenial(code)) {
      const caller = callers.get(c.req.raw) ?? { user: null, address: c.env.addressOf() }
      deps.denials.count({ ...caller, code, route: procedure ?? routeOf(c), requestId })
    }
    if (refusal.unexpected) {
      const where = { requestId, method: c.req.method, path: c.req.path }
      deps.log.error('request failed', { ...where, ...describeFailure(refusal.unexpected) })
    }
    return refusal
  }
  const readContext = async (c: C, options: ContextOptions): Promise<Context> => {
    const { headers } = c.req.raw
    // Read before the first await: a closed connection has no address.
    const address = c.env.addressOf()
    callers.set(c.req.raw, { user: null, address })
    const [isSecure, sessions] = [isSecureOf(c), sessionsOf(c)]
    const { raw: request, path } = c.req
    const found = await identify(deps, { request, path, address, sessions, poll: options.poll })
    if (found) {
      callers.set(c.req.raw, { user: actorOf(found), address })
      if (!found.key && !options.poll)
        deps.sightings.note(hashId(found.session.id), { at: deps.now(), address })
    }
    if (!options.unlimited) countUse(c, counting, found ? actorOf(found).id : `@${limiterKey(address)}`)
    if (found?.key) assertScopes(found.key, options.demands ?? [demandOfRoute(routeOf(c))])
    const reply = { headers: new Headers() }
    if (found?.session.fresh) reply.headers.append('set-cookie', sessions.cookie(found.session.id))
    return {
      ...deps,
      sessions,
      requestId: c.env.requestId,
      client: {
        address,
        userAgent: (headers.get('user-agent') ?? '').slice(0, maxAgentLength),
        host: c.env.forwarded ? new URL(c.env.forwarded).host : headers.get('host'),
        isSecure,
        cookies: headers.get('cookie'),
      },
      user: found?.user ?? null,
      session: found?.session ?? null,
      key: found?.key ?? null,
      shared: found?.shared ?? null,
      viewing: found?.viewing ?? null,
      idempotencyKey:
        c.req.method === 'POST'
          ? readIdempotencyKey(headers.get('idempotency-key'), c.req.path, found?.shared?.membershipId)
          : null,
      answerIn: storeNothing,
      reply,
    }
  }

  const contextOf: Transport['contextOf'] = async (c, options) => {
    const ctx = await readContext(c, options)
    // Procedures check views and memberships themselves; a page shows what its procedures return.
    if (isShared(ctx) && !options.demands && !options.isPage)
      await openToMember(ctx, sharedOfRoute(routeOf(c)), () => addressInput(c))
    if (isViewing(ctx) && !options.demands && !options.isPage)
      openToView(ctx, { isChange: !readMethods.has(c.req.method), isOpen: isViewedRoute(routeOf(c)) })
    return ctx
  }

  return {
    describeRefusal,
    contextOf,
    heavy: createHeavyCalls(),
    async customerOf(c) {
      const ctx = await contextOf(c, { poll: false })
      if (!isSignedIn(ctx)) throw new DomainError('UNAUTHORIZED', 'Unauthorized')
      return ctx
    },
    refuse(c, error) {
      const { status, body, headers } = describeRefusal(c, error)
      return Response.json(body, { status, headers })
    },
    async pollerOf(c) {
      if (readBearer(c.req.raw, c.req.path) !== null || readActingFor(c.req.raw) !== null) return null
      const id = await sessionsOf(c).readUserId(c.req.raw.headers.get('cookie'))
      if (id !== null) countUse(c, counting, id)
      return id === null ? null : { ...deps, user: { id } }
    },
  }
}

/** The response to an unknown path below /api. */
export const unknownPath = notFound('This path')
