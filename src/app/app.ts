import { Hono } from 'hono'
import { getPath } from 'hono/utils/url'
import type { Deps } from '#server/context.ts'
import { mountReload } from '#server/dev.ts'
import { idleLoop, type LoopWatch } from '#server/event-loop.ts'
import { refuse } from '#server/http/errors.ts'
import type { FormTransport } from '#server/http/forms.ts'
import { type Counters, mountHealth } from '#server/http/health.ts'
import { classOf, createAdmission } from '#server/http/limits/admission.ts'
import { mountLive } from '#server/http/live.ts'
import { mountApiDocument } from '#server/http/openapi/mount.ts'
import { answerRefusedForm, createPages, mountPages } from '#server/http/pages.ts'
import { listRoutes, mountRest } from '#server/http/rest.ts'
import { createProxyHint, guardOrigin, securityHeaders } from '#server/http/security.ts'
import { createTransport, type RequestEnv, unknownPath } from '#server/http/transport.ts'
import { mountTrpc } from '#server/http/trpc-transport.ts'
import { isOverTls, visitedOrigin } from '#server/http/visited-origin.ts'
import { readBearer } from '#server/keys.ts'
import { describeFailure } from '#server/log.ts'
import { withoutActing } from '#server/sessions/members.ts'
import { notFound } from '#shared/errors.ts'
import type { ClientBuild } from '#web/client-build.ts'
import { httpRoutes, writtenRoutes as written } from './http-routes.ts'
import { appRouter } from './router.ts'
import { renderPage } from './web/server.tsx'

/** The built browser side: its files, and what pages need to know about them. */
export type Client = { files: (request: Request) => Response | null; build: ClientBuild }

export type Portal = {
  /**
   * `addressOf` tells who calls; it is asked only where that matters. `forwarded` is the origin that the visitor asked for,
   * when a trusted proxy says so. The answer to HEAD has the body of the one to GET: the listener, which is to send its
   * length and not itself, drops it.
   */
  fetch(request: Request, addressOf: () => string, forwarded?: string): Promise<Response>
  /** What is sent in place of an answer whose file was gone when it was to be sent. */
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
  // A member's calls and pages for somebody else are those of everybody.
  const app = new Hono<RequestEnv>({ getPath: (request) => withoutActing(getPath(request)) })
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
  // 1. Nothing unsafe from another site gets further, whatever it is meant for.
  const hintAtProxy = createProxyHint(deps.log)
  app.use(async (c, next) => {
    // No browser sends an API key by itself, and beside one the cookie does not count.
    if (readBearer(c.req.raw, c.req.path) !== null) return next()
    const expected = () =>
      visitedOrigin(c.req.raw, { publicOrigin: deps.env.PUBLIC_ORIGIN, forwarded: c.env.forwarded })
    guardOrigin(c.req.raw, { expected, onMismatch: (origin) => hintAtProxy(origin, expected()) })
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
  const routes = listRoutes(appRouter)
  // 4. Calls: streams and redirects first, since they share prefixes with declared paths.
  mountLive(app, transport, deps)
  mountApiDocument(app, deps, { routes, written })
  const pages = client && createPages(deps, transport, { build: client.build, router: appRouter, renderPage })
  const forms: FormTransport = {
    ...transport,
    answerRefusedForm: (c, answer) => answerRefusedForm(pages, c, answer),
  }
  for (const { http } of deps.features) if (http) app.route('/', http.mount(forms))
  mountTrpc(app, appRouter, transport)
  const others = httpRoutes.filter(({ path }) => path.startsWith('/api/'))
  mountRest(app, { routes, others }, transport)
  app.all('/api/*', (c) => transport.refuse(c, unknownPath))
  const answered = app.routes
    .filter(({ method }) => method !== 'ALL')
    .map(({ method, path }) => ({ method, path }))
  // 5. Files of the browser side, then pages.
  if (client && pages) {
    app.use(async (c, next) => (safeMethods.has(c.req.method) && client.files(c.req.raw)) || next())
    mountPages(app, transport, { pages, admission })
  }
  app.notFound((c) => transport.refuse(c, unknownPath))
  return { counters, routes: answered, ...withHeaders(app, deps, counters) }
}

/** Adds the security headers to every answer, whatever its origin, and counts it. */
function withHeaders(app: Hono<RequestEnv>, deps: Deps, counters: Counters) {
  const [plain, secure] = [securityHeaders({ secure: false }), securityHeaders({ secure: true })]
  const isPublicSecure = deps.origin().startsWith('https:')
  const dress = (response: Response, requestId: string, isSecure = isPublicSecure): Response => {
    for (const [name, value] of isSecure ? secure : plain) response.headers.set(name, value)
    response.headers.set('x-request-id', requestId)
    if (!response.headers.has('cache-control')) response.headers.set('cache-control', 'no-store')
    return response
  }
  return {
    async fetch(request: Request, addressOf: () => string, forwarded?: string): Promise<Response> {
      const requestId = Bun.randomUUIDv7()
      counters.inFlight += 1
      // What the application throws it answers itself: this never rejects.
      const env: RequestEnv['Bindings'] = { requestId, addressOf, forwarded }
      const answer = await app.fetch(request, env)
      const isSecure =
        isPublicSecure || isOverTls(request, { publicOrigin: deps.env.PUBLIC_ORIGIN, forwarded })
      const response = dress(env.whole ?? answer, requestId, isSecure)
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
