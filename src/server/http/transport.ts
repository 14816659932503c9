import type { Context as HonoContext } from 'hono'
import { matchedRoutes } from 'hono/route'
import { limiterKey } from '#shared/address.ts'
import { DomainError, notFound } from '#shared/errors.ts'
import { storeNothing } from '../answer-in.ts'
import { type Context, type CustomerContext, type Deps, isSignedIn, type PollContext } from '../context.ts'
import { type Denial, isDenial } from '../denials.ts'
import { readIdempotencyKey } from '../idempotency.ts'
import { describeFailure } from '../log.ts'
import { refuse as describe, type Refusal } from './errors.ts'
import { createHeavyCalls, type HeavyCalls } from './heavy.ts'
import { createRequestLimits, type RequestLimits } from './request-limits.ts'
import { namesIn, trpcEndpoint } from './trpc-names.ts'
import { isOverTls } from './visited-origin.ts'

/** What the listener provides with each request. */
export type RequestEnv = {
  Bindings: {
    requestId: string
    addressOf: () => string
    /** The origin that its visitor asked for, when a trusted proxy says so. */
    forwarded?: string | undefined
    /** The request was counted against the limits of its caller. */
    isCounted?: boolean
    /** The answer to a HEAD, as a GET would have it. */
    whole?: Response
  }
}

type C = HonoContext<RequestEnv>

/** What every transport needs: a context for the request, and one way to refuse it. */
export type Transport = {
  /** The context of a request; `poll` reads the session without renewing it, `unlimited` lets it through beyond the limits. */
  contextOf(c: C, options: { poll: boolean; unlimited?: boolean }): Promise<Context>
  /** The context of a signed-in caller. @throws UNAUTHORIZED */
  customerOf(c: C): Promise<CustomerContext>
  /** The caller's id, for a request that needs nothing else of them; `null` without a live session, which is not renewed. */
  pollerOf(c: C): Promise<PollContext | null>
  /** Handles calls whose answers may be megabytes. */
  heavy: HeavyCalls
  /** The JSON answer to a thrown value; server errors are logged and masked. */
  refuse(c: C, error: unknown): Response
  /** The same without the answer, for pages and, with its name, for a procedure. Denials are counted for the audit log. */
  describeRefusal(c: C, error: unknown, procedure?: string): Refusal
}

const maxAgentLength = 300

const everywhere = new Set(['*', '/*'])

/** The route of a request as it is declared: by the typed path, each request would be another one. */
const routeOf = (c: C): string =>
  `${c.req.method} ${matchedRoutes(c).find(({ path }) => !everywhere.has(path))?.path ?? '*'}`

// A page costs about as much as five calls; a batch as much as the calls it names.
const pageCost = 5

function costOf({ req: { path } }: C): number {
  if (path.startsWith(`${trpcEndpoint}/`)) return namesIn(path).length
  return path.startsWith('/api/') ? 1 : pageCost
}

/** Files are sent one by one, and uploads wait for each other: a folder of them is not a flood of writes. */
const isWrite = ({ req: { method, path } }: C): boolean =>
  method !== 'GET' && method !== 'HEAD' && path !== '/api/files'

/** Counts the request of a caller, once. @throws TOO_MANY_REQUESTS */
function countUse(c: C, limits: RequestLimits, key: string): void {
  if (c.env.isCounted) return
  c.env.isCounted = true
  limits.count({ key, isWrite: isWrite(c), cost: costOf(c) }, performance.now())
}

export function createTransport(deps: Deps): Transport {
  const { READS_PER_MINUTE: reads, WRITES_PER_MINUTE: writes } = deps.env
  const limits = createRequestLimits({ reads, writes })
  const isSecureOf = ({ req, env }: C): boolean =>
    isOverTls(req.raw, { publicOrigin: deps.env.PUBLIC_ORIGIN, forwarded: env.forwarded })
  const sessionsOf = (c: C) => deps.sessions.over(isSecureOf(c))
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
  const contextOf: Transport['contextOf'] = async (c, options) => {
    const { headers } = c.req.raw
    // Read before anything is awaited: a closed connection has no address.
    const address = c.env.addressOf()
    callers.set(c.req.raw, { user: null, address })
    const [isSecure, sessions] = [isSecureOf(c), sessionsOf(c)]
    const found = await sessions.read(headers.get('cookie'), options)
    if (found) callers.set(c.req.raw, { user: found.user, address })
    if (!options.unlimited) countUse(c, limits, found ? found.user.id : `@${limiterKey(address)}`)
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
      idempotencyKey:
        c.req.method === 'POST' ? readIdempotencyKey(headers.get('idempotency-key'), c.req.path) : null,
      answerIn: storeNothing,
      reply,
    }
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
      const id = await sessionsOf(c).readUserId(c.req.raw.headers.get('cookie'))
      if (id !== null) countUse(c, limits, id)
      return id === null ? null : { ...deps, user: { id } }
    },
  }
}

/** The answer to an unknown path below /api. */
export const unknownPath = notFound('This path')
