import type { BrowserContext, Page } from 'playwright-core'
import { openOnce } from '#test/support/open-once.ts'
import { buildRelease } from '../../scripts/build/client.ts'
import { launchBrowser, newPage, type PageOptions, type TracedPage } from './browser.ts'
import { type RunningServer, type ServerOptions, startServer } from './server.ts'

export const password = 'a long enough password'

/** A user signed in through the API, with a session for opening pages. */
export type Person = {
  email: string
  cookie: string
  call<T>(path: string, json?: unknown, method?: string): Promise<T>
}

type Plan = { id: string; name: string; price: number }
export type Order = { id: string; serviceId: string }

/** A portal in a process of its own, shared by the tests of a file, and their browser windows. */
export type TestPortal = {
  url: string
  server: RunningServer
  admin: Person
  /** Registers a customer with a new email address. */
  customer(names?: { firstName?: string; lastName?: string }): Promise<Person>
  signIn(email: string, password: string): Promise<Person>
  plan(name?: string): Promise<Plan>
  order(person: Person, domain?: string, planName?: string): Promise<Order>
  /** Approves an order and waits until its service is active. */
  activate(person: Person, order: Order): Promise<void>
  /** Puts a file into the top folder of an active service. */
  upload(person: Person, order: Order, name: string, text?: string): Promise<void>
  /** A new window of a user, or of a visitor, with its trace. */
  open(person: Person | null, options?: PageOptions): Promise<TracedPage>
  closeWindows(): Promise<void>
  stop(): Promise<void>
}

const administrator = {
  ADMIN_EMAIL: 'root@example.com',
  ADMIN_MOBILE: '+919000000001',
  ADMIN_PASSWORD: password,
}

// Every user has an address of their own: these tests are not about limits per address.
let addresses = 0
const nextAddress = () => {
  addresses += 1
  return `198.51.${100 + Math.floor(addresses / 250)}.${1 + (addresses % 250)}`
}

const cookieOf = (answer: Response): string =>
  answer.headers
    .getSetCookie()
    .map((cookie) => cookie.split(';')[0])
    .join('; ')

/** Polls every 50 ms until `read` gives a value; otherwise the test's own timeout ends it. */
export async function until<T>(read: () => Promise<T | null | undefined | false>): Promise<T> {
  for (;;) {
    const found = await read()
    if (found) return found
    await Bun.sleep(50)
  }
}

/** The page's script runs, and its shell has event listeners. */
export async function ready(page: Page): Promise<void> {
  await page.waitForFunction(() => document.documentElement.dataset.ready !== undefined)
}

/** The page itself holds the stream of changes, not a shared worker: a test sees it, and can cut it. */
export const withOwnStream = (context: BrowserContext): Promise<unknown> =>
  context.addInitScript(() => Reflect.deleteProperty(window, 'SharedWorker'))

/**
 * Opens a URL and waits for its script.
 * @throws Error immediately when the portal answers with a page without one, i.e. busy or failed
 */
export async function visit(page: Page, path: string): Promise<void> {
  const answer = await page.goto(path)
  const status = answer?.status() ?? 200
  if (status >= 429) throw new Error(`${path} answered ${status}`)
  await ready(page)
}

async function send(url: string, init: { json?: unknown; method?: string; headers: Record<string, string> }) {
  const { json, method = json === undefined ? 'GET' : 'POST', headers } = init
  const body = json === undefined ? {} : { body: JSON.stringify(json) }
  const type = json === undefined ? {} : { 'content-type': 'application/json' }
  const answer = await fetch(url, { method, ...body, headers: { ...type, ...headers } })
  if (!answer.ok) throw new Error(`${method} ${url} answered ${answer.status}: ${await answer.text()}`)
  return answer
}

async function enter(url: string, path: string, json: unknown): Promise<Person> {
  const address = { 'x-forwarded-for': nextAddress() }
  const answer = await send(url + path, { json, headers: address })
  const cookie = cookieOf(answer)
  const { email } = (await answer.json()) as { email: string }
  return {
    email,
    cookie,
    call: async (path, json, method) =>
      (
        await send(url + path, { json, headers: { ...address, cookie }, ...(method ? { method } : {}) })
      ).json() as never,
  }
}

/** Gives a window a user's cookies: the session, and the known device. */
export async function allow(context: BrowserContext, url: string, person: Person): Promise<void> {
  const cookies = person.cookie.split('; ').map((cookie) => {
    const [name = '', value = ''] = cookie.split('=')
    return { name, value, url, httpOnly: true, sameSite: 'Lax' as const }
  })
  await context.addCookies(cookies)
}

// Starting one costs as much as a portal; windows have contexts of their own, which share nothing.
const openBrowser = () =>
  openOnce('browser', {
    open: () => launchBrowser(),
    close: (browser) => browser.close(),
    isAlive: (browser) => browser.isConnected(),
  })

let people = 0

/** Starts a portal with a signed-in administrator, after building its browser side, unless it is in another `root`. */
export async function startPortal(options: ServerOptions = {}): Promise<TestPortal> {
  if (!options.root) await buildRelease()
  const env = { ...administrator, TRUSTED_PROXIES: '127.0.0.1', ...options.env }
  const [server, browser] = await Promise.all([startServer({ ...options, env }), openBrowser()])
  const { url } = server
  const windows = new Set<BrowserContext>()
  const signIn = (email: string, secret: string) =>
    enter(url, '/api/login', { emailOrMobile: email, password: secret })
  const admin = await signIn(administrator.ADMIN_EMAIL, password)
  const plan = async (name = 'Starter') => {
    const categories = await admin.call<{ id: string; name: string }[]>('/api/service-categories')
    const id = categories.find((category) => category.name === 'Web Hosting')?.id
    const plans = await admin.call<Plan[]>(`/api/pricing-plans/${id}`)
    const found = plans.find((each) => each.name === name)
    if (!found) throw new Error(`no plan ${name}`)
    return found
  }
  const closeWindows = async () => {
    await Promise.all([...windows].map((context) => context.close()))
  }
  return {
    url,
    server,
    admin,
    signIn,
    plan,
    customer({ firstName = 'Asha', lastName = 'Rao' } = {}) {
      people += 1
      const email = `asha.${process.pid}.${people}@example.com`
      const mobile = `+9198${String(people).padStart(8, '0')}`
      return enter(url, '/api/register', { email, mobile, password, firstName, lastName })
    },
    async order(person, domain, planName) {
      const { id: planId, price: amount } = await plan(planName)
      return person.call('/api/orders', { planId, amount, paymentMethod: 'credit_card', domain })
    },
    async activate(person, order) {
      await admin.call(`/api/admin/orders/${order.id}/approve`, {})
      await until(async () => {
        const services = await person.call<{ id: string; status: string }[]>('/api/user-services')
        return services.some(({ id, status }) => id === order.serviceId && status === 'active')
      })
    },
    async upload({ cookie }, { serviceId }, name, text = 'text') {
      const body = new FormData()
      body.append('serviceId', serviceId)
      body.append('file', new File([text], name, { type: 'text/plain' }))
      const answer = await fetch(`${url}/api/files`, { method: 'POST', body, headers: { cookie } })
      if (answer.status !== 201) throw new Error(`the upload answered ${answer.status}`)
    },
    async open(person, pageOptions = {}) {
      const opened = await newPage(browser, { baseUrl: url, ...pageOptions })
      windows.add(opened.context)
      await opened.context.setExtraHTTPHeaders({ 'x-forwarded-for': nextAddress() })
      if (person) await allow(opened.context, url, person)
      return opened
    },
    closeWindows,
    async stop() {
      await Promise.all([closeWindows(), server.stop()])
    },
  }
}
