import { Hono } from 'hono'
import type { Store } from '#db/store.ts'
import { readEnv } from '#env'
import { authHttp } from '#features/auth/http.ts'
import { authRouter } from '#features/auth/router.ts'
import type { Context, Deps } from '#server/context.ts'
import { refuse } from '#server/errors.ts'
import { createBus } from '#server/events.ts'
import type { RefusedAnswer } from '#server/forms.ts'
import { createLogger } from '#server/log.ts'
import { listRoutes, mountRest } from '#server/rest.ts'
import { createSealer } from '#server/secrets.ts'
import { guardOrigin } from '#server/security.ts'
import { createSessions } from '#server/session.ts'

const origin = 'http://portal.test'

/** A browser of one visitor: keeps its cookie and comes from one address. */
export type Visitor = {
  address: string
  cookie: string
  get(path: string, headers?: Record<string, string>): Promise<Response>
  head(path: string): Promise<Response>
  post(path: string, body?: unknown): Promise<Response>
  remove(path: string): Promise<Response>
  /** Posts a form as a browser without JavaScript does. */
  submit(path: string, fields: Record<string, string>, headers?: Record<string, string>): Promise<Response>
}

export type AuthApp = {
  deps: Pick<Deps, 'store' | 'now' | 'env'>
  /** Moves the clock of the rules; sessions keep the real one. */
  pass(ms: number): void
  visit(address?: string): Visitor
  contextOf(request: Request, address?: string): Promise<Context>
  /** What the plain form was last refused with. */
  lastPage(): (RefusedAnswer['refused'] & { status: number }) | null
  /** The links of the mails to an address, oldest first, by the mail's kind. */
  links(to: string, kind: string): Promise<string[]>
  actions(): Promise<string[]>
}

/** The account calls and redirects over a store, behind the origin guard, without pages. */
export function createAuthApp(store: Store, settings: Record<string, string> = {}): AuthApp {
  const clock = { at: new Date('2026-11-21T06:00:00Z') }
  const deps = {
    env: readEnv({ COMPANY_NAME: 'Acme & Sons', LOG_LEVEL: 'silent', ...settings }),
    store,
    now: () => clock.at,
    log: createLogger('silent'),
    events: createBus(),
    secrets: createSealer(Buffer.alloc(32)),
    sessions: createSessions(store, { secure: false }),
    origin: () => origin,
  } as Deps
  const contextOf = async (request: Request, address = '192.0.2.1', poll = false): Promise<Context> => {
    const found = await deps.sessions.read(request.headers.get('cookie'), { poll })
    return {
      ...deps,
      requestId: 'request',
      client: { address, userAgent: request.headers.get('user-agent') ?? '' },
      user: found?.user ?? null,
      session: found?.session ?? null,
      idempotencyKey: null,
      reply: { headers: new Headers() },
    }
  }
  let page: ReturnType<AuthApp['lastPage']> = null
  const app = new Hono<{ Bindings: { requestId: string; address: string } }>()
  const answer = (error: unknown) => {
    const { status, body, headers } = refuse(error, 'request')
    return Response.json(body, { status, headers })
  }
  app.onError(answer)
  app.use(async (c, next) => {
    guardOrigin(c.req.raw, origin)
    await next()
  })
  const doors = {
    contextOf: (c: { req: { raw: Request }; env: unknown }, { poll }: { poll: boolean }) =>
      contextOf(c.req.raw, (c.env as { address: string }).address, poll),
    refuse: (_c: unknown, error: unknown) => answer(error),
    describeRefusal: (_c: unknown, error: unknown) => refuse(error, 'request'),
    answerRefusedForm: (_c: unknown, { status, refused }: RefusedAnswer) => {
      page = { ...refused, status }
      return new Response(refused.message, { status })
    },
  }
  app.route('/', authHttp(doors))
  mountRest(app, listRoutes(authRouter), doors)
  const send = (address: string, path: string, init: RequestInit) =>
    app.fetch(new Request(origin + path, init), { requestId: 'request', address })
  return {
    deps,
    contextOf,
    pass: (ms) => {
      clock.at = new Date(clock.at.getTime() + ms)
    },
    visit: (address = '192.0.2.1') => createVisitor(send, address),
    lastPage: () => page,
    async links(to, kind) {
      const rows = await store.read.select().from(store.t.mails).orderBy(store.t.mails.id)
      const wanted = rows.filter((mail) => mail.to === to && mail.kind === kind)
      return wanted.map(({ text }) => /https?:\/\/\S+/.exec(text)?.[0] ?? '')
    },
    async actions() {
      const rows = await store.read.select().from(store.t.auditLog).orderBy(store.t.auditLog.id)
      return rows.map(({ action }) => action)
    },
  }
}

type Send = (address: string, path: string, init: RequestInit) => Response | Promise<Response>

function createVisitor(send: Send, address: string): Visitor {
  const go = async (path: string, init: RequestInit): Promise<Response> => {
    const headers = new Headers(init.headers)
    if (visitor.cookie) headers.set('cookie', visitor.cookie)
    const response = await send(address, path, { ...init, headers })
    const set = response.headers.get('set-cookie')
    if (set) visitor.cookie = set.split(';')[0] ?? ''
    return response
  }
  const own = { 'sec-fetch-site': 'same-origin' }
  const visitor: Visitor = {
    address,
    cookie: '',
    get: (path, headers = {}) => go(path, { headers }),
    head: (path) => go(path, { method: 'HEAD' }),
    post: (path, body = {}) =>
      go(path, {
        method: 'POST',
        headers: { ...own, 'content-type': 'application/json' },
        body: JSON.stringify(body),
      }),
    remove: (path) => go(path, { method: 'DELETE', headers: own }),
    submit: (path, fields, headers = own) =>
      go(path, {
        method: 'POST',
        headers: { ...headers, 'content-type': 'application/x-www-form-urlencoded' },
        body: new URLSearchParams(fields).toString(),
      }),
  }
  return visitor
}
