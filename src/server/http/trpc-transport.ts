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

/** Properties of a router's procedures, looked up by the address of a call. */
function describeCalls(router: AnyRouter) {
  const demands = new Map(
    Object.entries(proceduresOf(router)).map(([name, call]) => [name, demandOfCall(name, call)]),
  )
  const metas = new Map(
    Object.entries(proceduresOf(router)).map(([name, call]) => [name, definitionOf(call).meta]),
  )
  return {
    /**
     * What every call of a batch permits: a batch of polls does not renew the session, and one of unlimited calls is not
     * counted. An API key must be allowed each of them.
     */
    optionsOf: (path: string) => ({
      poll: namesIn(path).every((name) => metas.get(name)?.poll),
      unlimited: namesIn(path).every((name) => metas.get(name)?.unlimited),
      demands: namesIn(path).map((name) => demands.get(name) ?? 'nothing'),
    }),
    /** Whether the one call is a heavy one. @throws BAD_REQUEST when it is one of several */
    isHeavy(path: string): boolean {
      const names = namesIn(path)
      if (!names.some((name) => metas.get(name)?.heavy)) return false
      if (names.length === 1) return true
      throw new DomainError('BAD_REQUEST', 'This call may answer a lot: send it in a request of its own.')
    },
    /** Whether the one call of the address ends when its caller goes away. */
    isCancellable: (path: string): boolean => metas.get(namesIn(path)[0] ?? '')?.cancellable === true,
    /** The longest body of a call that accepts more than others. Mutations are not batched. */
    limitOf: (path: string): number | undefined => metas.get(namesIn(path)[0] ?? '')?.maxBodyBytes,
  }
}

const jsonHeaders = new Headers({ 'content-type': 'application/json' })

/**
 * The request as tRPC reads it. A body is read and parsed here, under the rules of the REST calls (JSON only, as long as the
 * call permits), and passed on as it is. Few calls ask whether the client is still connected, and Bun's own signal, which
 * reports it, costs more than the rest of this transport.
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
  // All that tRPC needs of a request with a JSON body.
  return { method, url, signal, headers: jsonHeaders, json: async () => body } as Request
}

/** The headers of the reply, including those of refusals. */
function headersOf({ reply, requestId }: Context, errors: TRPCError[]): Headers {
  if (errors.length === 0) return reply.headers
  const headers = new Headers(reply.headers)
  for (const error of errors)
    for (const [name, value] of Object.entries(refuse(error, requestId).headers)) headers.set(name, value)
  return headers
}

/** A whole answer of tRPC as it travels; a stream is left alone. */
async function encodeAnswer(answer: Response, accept: string | null): Promise<Response> {
  const { status, headers } = answer
  if (headers.has('transfer-encoding')) return answer
  return sendJson(await answer.text(), { status, headers }, accept)
}

/** The transport of the browser: the same procedures by name, queries in batches of at most ten. */
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
