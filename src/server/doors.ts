import type { Context as HonoContext } from 'hono'
import { DomainError, notFound } from '#shared/errors.ts'
import { type AskerContext, type Context, type CustomerContext, type Deps, isSignedIn } from './context.ts'
import { refuse as describe, type Refusal } from './errors.ts'
import { readIdempotencyKey } from './idempotency.ts'
import { describeFailure } from './log.ts'

/** What the listener hands over with each request. */
export type RequestEnv = { Bindings: { requestId: string; addressOf: () => string } }

type C = HonoContext<RequestEnv>

/** What every door needs: a context for the request, and one way to refuse it. */
export type Doors = {
  /** The context of a request; `poll` reads the session without renewing it. */
  contextOf(c: C, options: { poll: boolean }): Promise<Context>
  /** The context of a signed-in caller. @throws UNAUTHORIZED */
  customerOf(c: C): Promise<CustomerContext>
  /** Who asks, for a question that needs nothing else of them; `null` without a live session, which is not renewed. */
  askerOf(c: C): Promise<AskerContext | null>
  /** The JSON answer to anything that was thrown; faults of ours are logged and masked. */
  refuse(c: C, error: unknown): Response
  /** The same without the answer, for pages. */
  describeRefusal(c: C, error: unknown): Refusal
}

const maxAgentLength = 300

export function createDoors(deps: Deps): Doors {
  const describeRefusal: Doors['describeRefusal'] = (c, error) => {
    const { requestId } = c.env
    const refusal = describe(error, requestId)
    if (refusal.unexpected) {
      const where = { requestId, method: c.req.method, path: c.req.path }
      deps.log.error('request failed', { ...where, ...describeFailure(refusal.unexpected) })
    }
    return refusal
  }
  const contextOf: Doors['contextOf'] = async (c, options) => {
    const { headers } = c.req.raw
    // Asked before anything is waited for: a line that is closed has no address.
    const address = c.env.addressOf()
    const found = await deps.sessions.read(headers.get('cookie'), options)
    const reply = { headers: new Headers() }
    if (found?.session.fresh) reply.headers.append('set-cookie', deps.sessions.cookie(found.session.id))
    return {
      ...deps,
      requestId: c.env.requestId,
      client: {
        address,
        userAgent: (headers.get('user-agent') ?? '').slice(0, maxAgentLength),
      },
      user: found?.user ?? null,
      session: found?.session ?? null,
      idempotencyKey:
        c.req.method === 'POST' ? readIdempotencyKey(headers.get('idempotency-key'), c.req.path) : null,
      reply,
    }
  }

  return {
    describeRefusal,
    contextOf,
    async customerOf(c) {
      const ctx = await contextOf(c, { poll: false })
      if (!isSignedIn(ctx)) throw new DomainError('UNAUTHORIZED', 'Unauthorized')
      return ctx
    },
    refuse(c, error) {
      const { status, body, headers } = describeRefusal(c, error)
      return Response.json(body, { status, headers })
    },
    async askerOf(c) {
      const id = await deps.sessions.readUserId(c.req.raw.headers.get('cookie'))
      return id === null ? null : { ...deps, user: { id } }
    },
  }
}

/** What an unknown path below /api is answered with. */
export const unknownPath = notFound('This path')
