import { fetchRequestHandler } from '@trpc/server/adapters/fetch'
import type { Hono } from 'hono'
import { DomainError } from '#shared/errors.ts'
import { readJson } from './body.ts'
import type { Doors, RequestEnv } from './doors.ts'
import { refuse } from './errors.ts'
import { proceduresOf } from './rest.ts'
import { appRouter } from './router.ts'
import type { Meta } from './trpc.ts'

const endpoint = '/api/trpc'
const maxBatchSize = 10

const namesOf = (mark: 'poll' | 'heavy' | 'unlimited') =>
  new Set(
    Object.entries(proceduresOf(appRouter))
      .filter(([, procedure]) => (procedure._def.meta as Meta | undefined)?.[mark])
      .map(([path]) => path),
  )

const polled = namesOf('poll')
const heavy = namesOf('heavy')
const unlimited = namesOf('unlimited')

const namedBy = (path: string): string[] => path.slice(endpoint.length + 1).split(',')

/** What every call of a batch allows: the session is not renewed for polls alone, nor counted what is unlimited. */
const optionsOf = (path: string) => ({
  poll: namedBy(path).every((name) => polled.has(name)),
  unlimited: namedBy(path).every((name) => unlimited.has(name)),
})

/** Whether the one call is a heavy one. @throws BAD_REQUEST when it is one of several */
function isHeavy(path: string): boolean {
  const names = namedBy(path)
  if (!names.some((name) => heavy.has(name))) return false
  if (names.length === 1) return true
  throw new DomainError('BAD_REQUEST', 'This call may answer a lot: send it in a request of its own.')
}

/** Longest body of the calls that take more than others, by name. Mutations travel alone. */
const limits = new Map(
  Object.entries(proceduresOf(appRouter)).map(([path, procedure]) => [
    path,
    (procedure._def.meta as Meta | undefined)?.maxBodyBytes,
  ]),
)

/** Reads the body under the rules of the REST calls (JSON only, as long as the call allows) and hands tRPC what was read. */
async function bounded(request: Request, name: string): Promise<Request> {
  if (request.method === 'GET') return request
  if (request.method !== 'POST')
    throw new DomainError('METHOD_NOT_ALLOWED', 'This method is not allowed here.')
  const body = JSON.stringify(await readJson(request, limits.get(name)))
  return new Request(request.url, { method: 'POST', headers: { 'content-type': 'application/json' }, body })
}

/** The browser's door: the same procedures by name, queries in batches of at most ten. */
export function mountTrpc(app: Hono<RequestEnv>, doors: Doors): void {
  app.all(`${endpoint}/*`, async (c) => {
    try {
      const isAlone = isHeavy(c.req.path)
      const req = await bounded(c.req.raw, c.req.path.slice(endpoint.length + 1))
      const ctx = await doors.contextOf(c, optionsOf(c.req.path))
      const carryOut = () =>
        fetchRequestHandler({
          endpoint,
          req,
          router: appRouter,
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
