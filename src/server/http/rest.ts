import type { AnyProcedure, AnyRouter } from '@trpc/server'
import type { Hono, Context as HonoContext } from 'hono'
import { DomainError } from '#shared/errors.ts'
import { knowsEtag } from '#shared/http/etag.ts'
import { type Demand, demandOf } from '#shared/scopes.ts'
import { readerOf } from '../context.ts'
import type { Access, Meta } from '../trpc/procedure-meta.ts'
import { definitionOf, proceduresOf } from '../trpc/trpc-internals.ts'
import { readJson } from './bodies/body.ts'
import { sendJson } from './bodies/compress-json.ts'
import type { RequestEnv, Transport } from './transport.ts'

export type Route = {
  method: string
  path: string
  procedure: string
  access: Access
  meta: Meta
  call: AnyProcedure
}

const isParameter = (segment: string) => segment.startsWith(':')

/** Static segments sort before parameters, so that `/api/backups/schedule` is not parsed as an id. */
function bySpecificity(one: Route, other: Route): number {
  const [a, b] = [one.path.split('/'), other.path.split('/')]
  for (let i = 0; i < Math.min(a.length, b.length); i++) {
    const order = Number(isParameter(a[i] ?? '')) - Number(isParameter(b[i] ?? ''))
    if (order !== 0) return order
  }
  return one.path.localeCompare(other.path)
}

/** Every REST path that a router declares in its procedures' meta, in matching order. */
export function listRoutes(router: AnyRouter): Route[] {
  const routes: Route[] = []
  for (const [procedure, call] of Object.entries(proceduresOf(router))) {
    const { meta = {} } = definitionOf(call)
    const paths = meta.rest === undefined ? [] : [meta.rest].flat()
    for (const rest of paths) {
      const [method = '', path = ''] = rest.split(' ')
      routes.push({ method, path, procedure, access: meta.access ?? 'customer', meta, call })
    }
  }
  return routes.sort(bySpecificity)
}

/** The scope that a procedure requires of an API key. */
export function demandOfCall(procedure: string, call: AnyProcedure): Demand {
  const { type, meta: { access = 'customer', scope } = {} } = definitionOf(call)
  return demandOf({ area: procedure.split('.')[0] ?? '', isChange: type !== 'query', access, scope })
}

/** Whether a repeated call is answered from its Idempotency-Key instead of running again. */
export const takesKey = ({ method, access, meta, call }: Route): boolean =>
  method === 'POST' &&
  definitionOf(call).type === 'mutation' &&
  access !== 'visitor' &&
  meta.idempotent !== false

const isPlain = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

async function readInput(c: HonoContext<RequestEnv>, limit: number | undefined): Promise<unknown> {
  const body = await readJson(c.req.raw, limit)
  const query = c.req.raw.url.includes('?') ? c.req.query() : {}
  return isPlain(body) ? { ...query, ...body, ...c.req.param() } : body
}

type Input = () => Promise<unknown>

/** The quoted ETag of a route's response; `null` when it has none or the caller is signed out. */
async function findEtag(
  c: HonoContext<RequestEnv>,
  { meta: { etag } }: Route,
  { transport, getRawInput }: { transport: Transport; getRawInput: Input },
): Promise<string | null> {
  const poller = etag && (await transport.pollerOf(c))
  const version = poller && (await etag(poller, getRawInput))
  return version ? `"${version}"` : null
}

/** Before versions are compared only the session is checked: a route that requires more must not have one. */
function assertPlainEtag({ meta, method, access, path }: Route): void {
  if (meta.etag && (method !== 'GET' || access !== 'customer'))
    throw new Error(`${method} ${path} cannot have an ETag: only a GET for every customer can`)
}

/** The response of a route's procedure, or 304 when the client already has it. */
async function answer(c: HonoContext<RequestEnv>, route: Route, transport: Transport): Promise<Response> {
  const { procedure, meta, call } = route
  let input: Promise<unknown> | undefined
  const getRawInput = () => {
    input ??= readInput(c, meta.maxBodyBytes)
    return input
  }
  const etag = await findEtag(c, route, { transport, getRawInput })
  if (etag !== null && knowsEtag(c.req.raw.headers.get('if-none-match'), etag))
    return new Response(null, { status: 304, headers: { etag } })
  const ctx = await transport.contextOf(c, {
    poll: meta.poll === true,
    unlimited: meta.unlimited === true,
    demands: [demandOfCall(procedure, call)],
  })
  const { headers } = ctx.reply
  if (etag !== null) headers.set('etag', etag)
  const carryOut = async () => {
    const { type } = definitionOf(call)
    const body: unknown = await call({
      ctx,
      path: procedure,
      type,
      getRawInput,
      signal: meta.cancellable ? c.req.raw.signal : undefined,
      batchIndex: 0,
    })
    const status = ctx.reply.status ?? meta.status ?? 200
    return sendJson(JSON.stringify(body), { status, headers }, c.req.raw.headers.get('accept-encoding'))
  }
  return meta.heavy && ctx.user ? transport.heavy.answer(readerOf(ctx, ctx.user), carryOut) : carryOut()
}

/**
 * Serves every declared REST path with the procedure that declares it: same input, same rules, same answer. `others` are the
 * paths below /api that other handlers serve.
 */
export function mountRest(
  app: Hono<RequestEnv>,
  { routes, others }: { routes: Route[]; others: readonly { method: string; path: string }[] },
  transport: Transport,
): void {
  for (const route of routes) {
    assertPlainEtag(route)
    app.on(route.method, route.path, async (c) => {
      try {
        return await answer(c, route, transport)
      } catch (error) {
        return transport.refuse(c, error)
      }
    })
  }
  refuseOtherMethods(app, [...routes, ...others], transport)
}

/** A known path with another method is 405 with a list of the permitted ones; Hono would return 404. */
function refuseOtherMethods(
  app: Hono<RequestEnv>,
  routes: { method: string; path: string }[],
  transport: Transport,
): void {
  for (const path of new Set(routes.map((route) => route.path))) {
    const methods = routes.filter((route) => route.path === path).map((route) => route.method)
    app.all(path, (c) => {
      const answer = transport.refuse(
        c,
        new DomainError('METHOD_NOT_ALLOWED', 'This method is not allowed here.'),
      )
      answer.headers.set('allow', methods.join(', '))
      return answer
    })
  }
}
