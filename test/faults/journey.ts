import { cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type RunningServer, startServer } from '#test/support/server.ts'

export const administrator = {
  ADMIN_EMAIL: 'root@example.com',
  ADMIN_MOBILE: '+919000000001',
  ADMIN_PASSWORD: 'a long enough password',
}
const customer = { email: 'mira@example.com', mobile: '+919000000002', password: 'a long enough password' }

/** A data folder with a signed-in administrator and customer; tests work on copies of it. */
export type Template = { dataDir: string; customer: string; administrator: string; plan: Plan }
export type Plan = { id: string; price: number }

type Sent = { cookie?: string | undefined; json?: unknown; headers?: Record<string, string> }

/** A request as a program sends it: GET, or POST with a body. */
export function call(url: string, { cookie, json, headers }: Sent = {}): Promise<Response> {
  const body = json === undefined ? {} : { method: 'POST', body: JSON.stringify(json) }
  return fetch(url, {
    ...body,
    // The server may close an idle connection just as it is reused.
    keepalive: false,
    headers: {
      ...(json === undefined ? {} : { 'content-type': 'application/json' }),
      ...(cookie ? { cookie } : {}),
      ...headers,
    },
  })
}

/** The Cookie header for the session that an answer set. */
export const cookieOf = (answer: Response): string =>
  answer.headers
    .getSetCookie()
    .map((cookie) => cookie.split(';')[0])
    .join('; ')

/** A new, empty folder for a test. */
export const makeFolder = (): Promise<string> => mkdtemp(join(tmpdir(), 'portal-fault-'))

export async function signIn(url: string, emailOrMobile: string, password: string): Promise<Response> {
  const answer = await call(`${url}/api/login`, { json: { emailOrMobile, password } })
  await answer.arrayBuffer()
  return answer
}

/** The first plan of the catalogue that can be ordered. */
export async function findPlan(url: string): Promise<Plan> {
  const categories = (await (await call(`${url}/api/service-categories`)).json()) as { id: string }[]
  for (const { id } of categories) {
    const plans = (await (await call(`${url}/api/pricing-plans/${id}`)).json()) as (Plan & {
      isContact?: boolean
    })[]
    const plan = plans.find(({ price, isContact }) => price > 0 && !isContact)
    if (plan) return plan
  }
  throw new Error('no plan can be ordered')
}

/** Starts a portal on an empty folder, signs both people in, and stops it cleanly. */
export async function makeTemplate(): Promise<Template> {
  const dataDir = await makeFolder()
  const server = await startServer({ dataDir, env: administrator })
  try {
    const registered = await call(`${server.url}/api/register`, { json: customer })
    if (registered.status !== 201)
      throw new Error(`sign-up answered ${registered.status}: ${await registered.text()}`)
    const admin = await signIn(server.url, administrator.ADMIN_EMAIL, administrator.ADMIN_PASSWORD)
    const plan = await findPlan(server.url)
    return { dataDir, customer: cookieOf(registered), administrator: cookieOf(admin), plan }
  } finally {
    await server.stop()
  }
}

/** Runs `use` with a copy of the template’s folder, and deletes the copy. */
export async function withCopy<T>(
  template: Template,
  use: (dataDir: string) => Promise<T>,
  place?: string,
): Promise<T> {
  const dataDir = place ?? (await makeFolder())
  try {
    await cp(template.dataDir, dataDir, { recursive: true })
    return await use(dataDir)
  } finally {
    if (!place) await rm(dataDir, { recursive: true, force: true })
  }
}

export type Order = { id: string; serviceId: string }

/** The certain knowledge of a client after talking to a server that may have died in between. */
export type Acknowledged = {
  orders: Map<string, Order>
  approvals: Order[]
  /** The order sent without an answer. */
  unanswered: string | null
}

/** One server under test: orders of each `round` come from a new address, or the hourly limit would stop them. */
export type Stage = { server: RunningServer; template: Template; round: number }

export const trusting = { TRUSTED_PROXIES: '127.0.0.1' }

/** For campaigns about the store: hundreds of services, without a process for each. */
export const withoutSites = { SERVER_DRIVER: 'off', SITES_PORT: '0' }

export const orderRequest = ({ template, round }: Stage, domain: string) => ({
  cookie: template.customer,
  headers: { 'idempotency-key': domain, 'x-forwarded-for': `198.51.100.${round % 250}` },
  json: { planId: template.plan.id, amount: template.plan.price, paymentMethod: 'credit_card', domain },
})

async function place(stage: Stage, domain: string): Promise<Order> {
  const answer = await call(`${stage.server.url}/api/orders`, orderRequest(stage, domain))
  if (answer.status !== 201) throw new Error(`the order answered ${answer.status}: ${await answer.text()}`)
  return (await answer.json()) as Order
}

async function approve({ server, template }: Stage, order: Order): Promise<void> {
  const path = `${server.url}/api/admin/orders/${order.id}/approve`
  const answer = await call(path, { cookie: template.administrator, json: {} })
  if (answer.status !== 200) throw new Error(`the approval answered ${answer.status}: ${await answer.text()}`)
  await answer.json()
}

/** Signs in, then orders and approves one after another, adding confirmed results to `acknowledged`; answers whether all were. */
export async function placeOrders(stage: Stage, count: number, acknowledged: Acknowledged): Promise<boolean> {
  try {
    await signIn(stage.server.url, customer.email, customer.password)
    for (let i = 0; i < count; i += 1) {
      const domain = `shop-${stage.round}-${i}.example.com`
      acknowledged.unanswered = domain
      const order = await place(stage, domain)
      acknowledged.orders.set(domain, order)
      acknowledged.unanswered = null
      await approve(stage, order)
      acknowledged.approvals.push(order)
    }
    return true
  } catch (error) {
    if (!isLostConnection(error)) throw error
    return false
  }
}

const isLostConnection = (error: unknown): boolean =>
  error instanceof Error &&
  'code' in error &&
  ['ConnectionRefused', 'ConnectionClosed', 'ECONNRESET', 'ECONNREFUSED', 'FailedToOpenSocket'].includes(
    String(error.code),
  )
