import { Hono } from 'hono'
import type { Deps } from '#server/context.ts'
import { mountReload } from '#server/dev.ts'
import { idleLoop, type LoopWatch } from '#server/event-loop.ts'
import { classOf, createAdmission } from '#server/http/admission.ts'
import { refuse } from '#server/http/errors.ts'
import type { FormTransport } from '#server/http/forms.ts'
import { type Counters, mountHealth } from '#server/http/health.ts'
import { mountLive } from '#server/http/live.ts'
import { answerRefusedForm, createPages, mountPages } from '#server/http/pages.ts'
import { listRoutes, mountRest } from '#server/http/rest.ts'
import { guardOrigin, securityHeaders } from '#server/http/security.ts'
import { createTransport, type RequestEnv, unknownPath } from '#server/http/transport.ts'
import { mountTrpc } from '#server/http/trpc-transport.ts'
import { describeFailure } from '#server/log.ts'
import { notFound } from '#shared/errors.ts'
import type { ClientBuild } from '#web/client-build.ts'
import { httpRoutes } from './http-routes.ts'
import { appRouter } from './router.ts'
import { renderPage } from './web/server.tsx'

/** The built browser side: its files, and what pages need to know about them. */
export type Client = { files: (request: Request) => Response | null; build: ClientBuild }

export type Portal = {
  /**
   * `addressOf` returns the caller's address; it is called only where that matters. The answer to HEAD has the body of the
   * one to GET: the listener, which has to send its length but not the body, drops it.
   */
  fetch(request: Request, addressOf: () => string): Promise<Response>
  /** The answer that replaces one whose file was gone before it could be sent. */
  answerLost(error: Error): Response
  counters: Counters
  /** Every method and path with a handler of its own, except pages and files. */
  routes: { method: string; path: string }[]
}

const safeMethods = new Set(['GET', 'HEAD'])

/** The portal as one function from request to answer. The order below is the order of the checks on a request. */
export function createApp(
  deps: Deps,
  client: Client | null,
  loop: Pick<LoopWatch, 'lateMs' | 'arrived'> = idleLoop,
): Portal {
  const app = new Hono<RequestEnv>()
  const admission = createAdmission(loop)
  const transport = createTransport(deps)
  const counters: Counters = { requests: new Map(), inFlight: 0, isDraining: false }
  app.onError((error, c) => transport.refuse(c, error))

  // Hono drops the body of an answer to HEAD, and its length with it.
  app.use(async (c, next) => {
    await next()
    if (c.req.method === 'HEAD') c.env.whole = c.res
  })
  if (deps.env.NODE_ENV === 'development') mountReload(app, deps)
  // 1. Unsafe requests from another site are refused, whatever their target.
  app.use(async (c, next) => {
    guardOrigin(c.req.raw, deps.env.PUBLIC_ORIGIN)
    await next()
  })
  // 2. Health checks.
  const writeMore = () => deps.features.flatMap((feature) => feature.writeMetrics?.(deps) ?? [])
  mountHealth(app, deps, { counters, writeMore })
  // 3. No more requests than can be answered in time.
  app.use(async (c, next) => {
    const kind = classOf(c.req.method, c.req.path)
    if (kind === null) return next()
    const leave = await admission.enter(kind)
    try {
      await next()
    } finally {
      leave()
    }
  })
  // 4. Calls: streams and redirects first, since they share prefixes with declared paths.
  mountLive(app, transport, deps)
  const pages = client && createPages(deps, transport, { build: client.build, router: appRouter, renderPage })
  const forms: FormTransport = {
    ...transport,
    answerRefusedForm: (c, answer) => answerRefusedForm(pages, c, answer),
  }
  for (const { http } of deps.features) if (http) app.route('/', http.mount(forms))
  mountTrpc(app, appRouter, transport)
  const others = httpRoutes.filter(({ path }) => path.startsWith('/api/'))
  mountRest(app, { routes: listRoutes(appRouter), others }, transport)
  app.all('/api/*', (c) => transport.refuse(c, unknownPath))
  const routes = app.routes
    .filter(({ method }) => method !== 'ALL')
    .map(({ method, path }) => ({ method, path }))
  // 5. Files of the browser side, then pages.
  if (client && pages) {
    app.use(async (c, next) => (safeMethods.has(c.req.method) && client.files(c.req.raw)) || next())
    mountPages(app, transport, { pages, admission })
  }
  app.notFound((c) => transport.refuse(c, unknownPath))
  return { counters, routes, ...withHeaders(app, deps, counters) }
}

/** Adds the security headers to every answer, whatever its origin, and counts it. */
function withHeaders(app: Hono<RequestEnv>, deps: Deps, counters: Counters) {
  const common = securityHeaders({ secure: deps.origin().startsWith('https:') })
  const dress = (response: Response, requestId: string): Response => {
    for (const [name, value] of common) response.headers.set(name, value)
    response.headers.set('x-request-id', requestId)
    if (!response.headers.has('cache-control')) response.headers.set('cache-control', 'no-store')
    return response
  }
  return {
    async fetch(request: Request, addressOf: () => string): Promise<Response> {
      const requestId = Bun.randomUUIDv7()
      counters.inFlight += 1
      // The application answers its own errors: this never rejects.
      const env: RequestEnv['Bindings'] = { requestId, addressOf }
      const answer = await app.fetch(request, env)
      const response = dress(env.whole ?? answer, requestId)
      counters.inFlight -= 1
      const status = `${Math.floor(response.status / 100)}xx`
      counters.requests.set(status, (counters.requests.get(status) ?? 0) + 1)
      return response
    },
    answerLost(error: Error): Response {
      const requestId = Bun.randomUUIDv7()
      const isGone = 'code' in error && error.code === 'ENOENT'
      const { status, body } = refuse(isGone ? notFound('This file') : error, requestId)
      if (!isGone) deps.log.error('an answer was not sent', { requestId, ...describeFailure(error) })
      return dress(Response.json(body, { status }), requestId)
    },
  }
}
