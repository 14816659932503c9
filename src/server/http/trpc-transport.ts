import type { AnyRouter, TRPCError } from '@trpc/server'
import { resolveResponse } from '@trpc/server/http'
import type { Hono } from 'hono'
import { DomainError } from '#shared/errors.ts'
import { type Context, readerOf } from '../context.ts'
import { definitionOf, proceduresOf } from '../trpc/trpc-internals.ts'
import { readJson } from './bodies/body.ts'
import { sendJson } from './bodies/compress-json.ts'
import { refuse } from './errors.ts'
import { demandOfCall } from './rest.ts'
import type { RequestEnv, Transport } from './transport.ts'
import { namesIn, trpcEndpoint } from './trpc-names.ts'

const maxBatchSize = 10

/** Properties of a router's procedures, by the URL of a call. */
function describeCalls(router: AnyRouter) {
  const demands = new Map(
    Object.entries(proceduresOf(router)).map(([name, call]) => [name, demandOfCall(name, call)]),
  )
  const metas = new Map(
    Object.entries(proceduresOf(router)).map(([name, call]) => [name, definitionOf(call).meta]),
  )
  return {
    /**
     * The common ground of a batch: a batch of polls does not renew the session, and one of unlimited calls is not counted. An
     * API key needs the scope of each call.
     */
    optionsOf: (path: string) => ({
      poll: namesIn(path).every((name) => metas.get(name)?.poll),
      unlimited: namesIn(path).every((name) => metas.get(name)?.unlimited),
      demands: namesIn(path).map((name) => demands.get(name) ?? 'nothing'),
    }),
    /** Whether the only call is a heavy one. @throws BAD_REQUEST when it is one of several */
    isHeavy(path: string): boolean {
      const names = namesIn(path)
      if (!names.some((name) => metas.get(name)?.heavy)) return false
      if (names.length === 1) return true
      throw new DomainError(
        'BAD_REQUEST',
        'The response may be large, so this call cannot be batched: send it in a request of its own.',
      )
    },
    /** Whether the only call stops when its caller disconnects. */
    isCancellable: (path: string): boolean => metas.get(namesIn(path)[0] ?? '')?.cancellable === true,
    /** The longest body of a call that accepts more than others. Mutations are not batched. */
    limitOf: (path: string): number | undefined => metas.get(namesIn(path)[0] ?? '')?.maxBodyBytes,
  }
}

const jsonHeaders = new Headers({ 'content-type': 'application/json' })

/**
 * The request as tRPC reads it. A body is read and parsed here, under the rules of the REST calls (JSON only, up to the call's
 * limit), and passed on unchanged. Few calls check whether the client is still connected, and Bun's own signal for that costs
 * more than the rest of this transport.
 */
async function readRequest(
  request: Request,
  { limit, isCancellable }: { limit: number | undefined; isCancellable: boolean },
): Promise<Request> {
  const { method, url } = request
  const { signal } = isCancellable ? request : new AbortController()
  if (method === 'GET') return { method, url, signal, headers: request.headers } as Request
  if (method !== 'POST') throw new DomainError('METHOD_NOT_ALLOWED', 'This method is not allowed here.')
  const body = await readJson(request, limit)
  // The parts of a request with a JSON body that tRPC uses.
  return { method, url, signal, headers: jsonHeaders, json: async () => body } as Request
}

/** The headers of the reply, also for refusals. */
function headersOf({ reply, requestId }: Context, errors: TRPCError[]): Headers {
  if (errors.length === 0) return reply.headers
  const headers = new Headers(reply.headers)
  for (const error of errors)
    for (const [name, value] of Object.entries(refuse(error, requestId).headers)) headers.set(name, value)
  return headers
}

/** A complete tRPC response; streams pass unchanged. */
async function encodeAnswer(answer: Response, accept: string | null): Promise<Response> {
  const { status, headers } = answer
  if (headers.has('transfer-encoding')) return answer
  return sendJson(await answer.text(), { status, headers }, accept)
}

/** The browser's transport: the same procedures by name, queries in batches of at most ten. */
export function mountTrpc(app: Hono<RequestEnv>, router: AnyRouter, transport: Transport): void {
  const calls = describeCalls(router)
  app.all(`${trpcEndpoint}/*`, async (c) => {
    try {
      const isAlone = calls.isHeavy(c.req.path)
      const req = await readRequest(c.req.raw, {
        limit: calls.limitOf(c.req.path),
        isCancellable: calls.isCancellable(c.req.path),
      })
      const ctx = await transport.contextOf(c, calls.optionsOf(c.req.path))
      const carryOut = async () => {
        const answer = await resolveResponse({
          req,
          router,
          path: c.req.path.slice(trpcEndpoint.length + 1).replace(/\/$/, ''),
          error: null,
          maxBatchSize,
          createContext: async () => ctx,
          responseMeta: ({ errors }) => ({ headers: headersOf(ctx, errors) }),
          onError: ({ error, path }) => void transport.describeRefusal(c, error, path),
        })
        return encodeAnswer(answer, c.req.raw.headers.get('accept-encoding'))
      }
      return await (isAlone && ctx.user
        ? transport.heavy.answer(readerOf(ctx, ctx.user), carryOut)
        : carryOut())
    } catch (error) {
      return transport.refuse(c, error)
    }
  })
}
