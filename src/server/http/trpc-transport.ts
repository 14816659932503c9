import type { AnyRouter } from '@trpc/server'
import { fetchRequestHandler } from '@trpc/server/adapters/fetch'
import type { Hono } from 'hono'
import { DomainError } from '#shared/errors.ts'
import type { Meta } from '../trpc.ts'
import { readJson } from './body.ts'
import { refuse } from './errors.ts'
import { proceduresOf } from './rest.ts'
import type { Doors, RequestEnv } from './transport.ts'

const endpoint = '/api/trpc'
const maxBatchSize = 10

const namedBy = (path: string): string[] => path.slice(endpoint.length + 1).split(',')

/** What the procedures of a router say of themselves, asked by the address of a call. */
function describeCalls(router: AnyRouter) {
  const metas = new Map(
    Object.entries(proceduresOf(router)).map(([name, { _def }]) => [name, _def.meta as Meta | undefined]),
  )
  return {
    /** What every call of a batch allows: the session is not renewed for polls alone, nor counted what is unlimited. */
    optionsOf: (path: string) => ({
      poll: namedBy(path).every((name) => metas.get(name)?.poll),
      unlimited: namedBy(path).every((name) => metas.get(name)?.unlimited),
    }),
    /** Whether the one call is a heavy one. @throws BAD_REQUEST when it is one of several */
    isHeavy(path: string): boolean {
      const names = namedBy(path)
      if (!names.some((name) => metas.get(name)?.heavy)) return false
      if (names.length === 1) return true
      throw new DomainError('BAD_REQUEST', 'This call may answer a lot: send it in a request of its own.')
    },
    /** The longest body of a call that takes more than others. Mutations travel alone. */
    limitOf: (path: string): number | undefined => metas.get(path.slice(endpoint.length + 1))?.maxBodyBytes,
  }
}

/** Reads the body under the rules of the REST calls (JSON only, as long as the call allows) and hands tRPC what was read. */
async function bounded(request: Request, limit: number | undefined): Promise<Request> {
  if (request.method === 'GET') return request
  if (request.method !== 'POST')
    throw new DomainError('METHOD_NOT_ALLOWED', 'This method is not allowed here.')
  const body = JSON.stringify(await readJson(request, limit))
  return new Request(request.url, { method: 'POST', headers: { 'content-type': 'application/json' }, body })
}

/** The browser's door: the same procedures by name, queries in batches of at most ten. */
export function mountTrpc(app: Hono<RequestEnv>, router: AnyRouter, doors: Doors): void {
  const calls = describeCalls(router)
  app.all(`${endpoint}/*`, async (c) => {
    try {
      const isAlone = calls.isHeavy(c.req.path)
      const req = await bounded(c.req.raw, calls.limitOf(c.req.path))
      const ctx = await doors.contextOf(c, calls.optionsOf(c.req.path))
      const carryOut = () =>
        fetchRequestHandler({
          endpoint,
          req,
          router,
          maxBatchSize,
          createContext: () => ctx,
          responseMeta({ errors }) {
            const headers = new Headers(ctx.reply.headers)
            for (const error of errors)
              for (const [name, value] of Object.entries(refuse(error, ctx.requestId).headers))
                headers.set(name, value)
            return { headers }
          },
          onError: ({ error, path }) => void doors.describeRefusal(c, error, path),
        })
      return await (isAlone && ctx.user ? doors.heavy.answer(ctx.user.id, carryOut) : carryOut())
    } catch (error) {
      return doors.refuse(c, error)
    }
  })
}
