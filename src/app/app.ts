import { Hono } from 'hono'
import { getPath } from 'hono/utils/url'
import type { Deps } from '#server/context.ts'
import { mountReload } from '#server/dev.ts'
import { idleLoop, type LoopWatch } from '#server/event-loop.ts'
import { refuse } from '#server/http/errors.ts'
import type { FormTransport } from '#server/http/forms.ts'
import { type Counters, mountHealth } from '#server/http/health.ts'
import { createAdmission, createClasses } from '#server/http/limits/admission.ts'
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

/** The browser build: its files, and its details for pages. */
export type Client = { files: (request: Request) => Response | null; build: ClientBuild }

export type Portal = {
  /**
   * `addressOf` returns the caller's address; it is called only when needed. `forwarded` is the origin that the visitor
   * requested, according to a trusted proxy. The response to HEAD has the body of the GET: the listener, which sends its length
   * but not the body, drops it.
   */
  fetch(request: Request, addressOf: () => string, forwarded?: string): Promise<Response>
  /** Replaces a response whose file disappeared before it could be sent. */
  answerLost(error: Error): Response
  counters: Counters
  /** Every method and path with its own handler, except pages and files. */
  routes: { method: string; path: string }[]
}

const safeMethods = new Set(['GET', 'HEAD'])

/** The portal as one function from request to response. The order below is the order of the checks on a request. */
export function createApp(
  deps: Deps,
  client: Client | null,
  loop: Pick<LoopWatch, 'lateMs' | 'arrived'> = idleLoop,
): Portal {
  // A member's calls and pages for another user are the same as everybody's.
  const app = new Hono<RequestEnv>({ getPath: (request) => withoutActing(getPath(request)) })
  const [admission, classOf] = [createAdmission(loop), createClasses(httpRoutes)]
  const transport = createTransport(deps)
  const counters: Counters = { requests: new Map(), inFlight: 0, isDraining: false }
  app.onError((error, c) => transport.refuse(c, error))

  // Hono drops the body of a HEAD response, and its length with it.
  app.use(async (c, next) => {
    await next()
    if (c.req.method === 'HEAD') c.env.whole = c.res
  })
  if (deps.env.NODE_ENV === 'development') mountReload(app, deps)
  // 1. Unsafe requests from another site stop here, whatever their target.
  const hintAtProxy = createProxyHint(deps.log)
  app.use(async (c, next) => {
    // No browser sends an API key automatically, and beside a key the cookie does not count.
    if (readBearer(c.req.raw, c.req.path) !== null) return next()
    const expected = () =>
      visitedOrigin(c.req.raw, { publicOrigin: deps.env.PUBLIC_ORIGIN, forwarded: c.env.forwarded })
    guardOrigin(c.req.raw, { expected, onMismatch: (origin) => hintAtProxy(origin, expected()) })
    await next()
  })
  // 2. Health checks.
  const writeMore = () => deps.features.flatMap((feature) => feature.writeMetrics?.(deps) ?? [])
  mountHealth(app, deps, { counters, writeMore })
  // 3. No more requests than the portal can answer in time.
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
  // 5. Files of the browser build, then pages.
  if (client && pages) {
    app.use(async (c, next) => (safeMethods.has(c.req.method) && client.files(c.req.raw)) || next())
    mountPages(app, transport, { pages, admission })
  }
  app.notFound((c) => transport.refuse(c, unknownPath))
  return { counters, routes: answered, ...withHeaders(app, deps, counters) }
}

/** Adds the security headers to every response, whatever its origin, and counts it. */
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
      // The application answers its own errors, so this never rejects.
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
      if (!isGone) deps.log.error('a response could not be sent', { requestId, ...describeFailure(error) })
      return dress(Response.json(body, { status }), requestId)
    },
  }
}
