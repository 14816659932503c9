import { Hono, Context as HonoContext } from 'hono'
import type { Store } from '#db/types.ts'
import { readEnv } from '#env'
import { authHttp } from '#features/auth/http/http.ts'
import type { Context, Deps } from '#server/context.ts'
import type { RefusedAnswer } from '#server/http/forms.ts'
import { guardOrigin } from '#server/http/security.ts'
import { createTransport, type RequestEnv } from '#server/http/transport.ts'
import { createTestApp, testOrigin } from './app.ts'

/** A visitor's browser: keeps its cookies and has one address. */
export type Visitor = {
  address: string
  cookie: string
  get(path: string, headers?: Record<string, string>): Promise<Response>
  head(path: string): Promise<Response>
  post(path: string, body?: unknown): Promise<Response>
  remove(path: string): Promise<Response>
  /** Posts a form like a browser without JavaScript. */
  submit(path: string, fields: Record<string, string>, headers?: Record<string, string>): Promise<Response>
}

export type AuthApp = {
  deps: Pick<Deps, 'store' | 'now' | 'env'>
  /** Moves the clock of the rules; sessions keep the real clock. */
  pass(ms: number): void
  visit(address?: string): Visitor
  contextOf(request: Request, address?: string): Promise<Context>
  /** The last error of the plain form. */
  lastPage(): (RefusedAnswer['refused'] & { status: number }) | null
  /** The links of the mails to an address, oldest first, by the mail's kind. */
  links(to: string, kind: string): Promise<string[]>
  actions(): Promise<string[]>
}

/** A test portal over a store, as visitors' browsers see it; pages of refused forms are recorded, not rendered. */
export async function createAuthApp(store: Store, settings: Record<string, string> = {}): Promise<AuthApp> {
  const env = { COMPANY_NAME: 'Acme & Sons', LOG_LEVEL: 'silent', ...settings }
  const { deps, portal, advance } = await createTestApp({ store, env: readEnv(env) })
  const transport = createTransport(deps)
  let page: ReturnType<AuthApp['lastPage']> = null
  const forms = new Hono<RequestEnv>()
  const answerRefusedForm = (_c: unknown, { status, refused }: RefusedAnswer) => {
    page = { ...refused, status }
    return new Response(refused.message, { status })
  }
  forms.onError((error, c) => transport.refuse(c, error))
  forms.use(async (c, next) => {
    guardOrigin(c.req.raw, { expected: () => deps.env.PUBLIC_ORIGIN ?? testOrigin })
    await next()
  })
  forms.route('/', authHttp({ ...transport, answerRefusedForm }))
  const requestId = 'request'
  const send: Send = (address, path, init) =>
    portal.fetch(new Request(testOrigin + path, init), () => address)
  const sendForm: Send = (address, path, init) =>
    forms.fetch(new Request(testOrigin + path, init), { requestId, addressOf: () => address })
  return {
    deps,
    pass: advance,
    contextOf: (request, address = '192.0.2.1') =>
      transport.contextOf(new HonoContext(request, { env: { requestId, addressOf: () => address } }), {
        poll: false,
      }),
    visit: (address = '192.0.2.1') => createVisitor({ send, sendForm }, address),
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

function createVisitor({ send, sendForm }: { send: Send; sendForm: Send }, address: string): Visitor {
  const go = async (path: string, init: RequestInit, through = send): Promise<Response> => {
    const headers = new Headers(init.headers)
    if (visitor.cookie) headers.set('cookie', visitor.cookie)
    const response = await through(address, path, { ...init, headers })
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
    submit: (path, fields, headers = own) => {
      const body = new URLSearchParams(fields).toString()
      const form = { ...headers, 'content-type': 'application/x-www-form-urlencoded' }
      return go(path, { method: 'POST', headers: form, body }, sendForm)
    },
  }
  return visitor
}
