import { eq } from 'drizzle-orm'
import { createApp, type Portal } from '#app/app.ts'
import { features } from '#app/features.ts'
import { openFeatures } from '#app/portal.ts'
import { allWork } from '#app/router.ts'
import { rules } from '#app/rules.ts'
import type { Store } from '#db/types.ts'
import { readEnv } from '#env'
import { seedCatalogue } from '#features/catalogue/service/seed.ts'
import { createClouds } from '#features/cloud-accounts/drivers/registry.ts'
import { convergeService, listUnsettled } from '#features/hosting/supervisor/converge.ts'
import { type Resolver, Unanswered } from '#features/resolver/contract.ts'
import { createDenials } from '#server/audit/denials.ts'
import type { Deps, Kernel } from '#server/context.ts'
import { createBus } from '#server/events.ts'
import { type Work, workOnce } from '#server/jobs/jobs.ts'
import { createLogger } from '#server/log.ts'
import { loneNode } from '#server/nodes/node.ts'
import { createSealer } from '#server/secrets.ts'
import { createSessions } from '#server/sessions/session.ts'
import { createSightings } from '#server/sessions/session-sightings.ts'
import { createFakeEngine, onlyEngine } from './fake-engine.ts'
import { createFakeServers } from './fake-servers.ts'
import { makeTestFolder } from './folders.ts'
import { createTestStore } from './store.ts'

export const testOrigin = 'http://portal.test'
// A test sends more requests in a second than a person in an hour.
const limits = { READS_PER_MINUTE: '0', WRITES_PER_MINUTE: '0', HELD_NAMES: '0' }
// Features that are off by default are tested like the rest.
const offered = { TRY_SITES: 'true' }
const start = new Date('2026-11-20T06:30:00.000Z')

const seed = (store: Store) => seedCatalogue(store, start)

// No test calls a provider: the discard port of this machine has no listener.
const unreachable = createClouds({ baseUrl: 'http://127.0.0.1:9' })

const unanswered = () => Promise.reject(new Unanswered('resolver'))
// No test queries public DNS.
export const silentResolver: Resolver = {
  name: 'resolver',
  mode: 'off',
  check: async () => ({ isHealthy: true, version: null, message: null }),
  texts: unanswered,
  nameservers: unanswered,
  hasDs: unanswered,
  servers: () => [],
  lookUp: async () => ({ fault: 'closed' }),
  addresses: unanswered,
  caa: unanswered,
}

/** All workers in one: each poll of a worker is a statement, and there are dozens of workers. */
const wholeWork: Work = {
  handlers: [...new Set(allWork.flatMap(({ handlers }) => handlers))],
  tasks: allWork.flatMap(({ tasks }) => tasks),
}

export type Reply = { status: number; headers: Headers; body: unknown; text: string }
export type RequestOptions = {
  /** A Cookie header, as returned by `signUp` and `signIn`. */
  cookie?: string | undefined
  /** Sent as JSON. */
  json?: unknown
  /** Sent unchanged. */
  body?: BodyInit
  headers?: Record<string, string>
  address?: string
}

export type TestApp = Awaited<ReturnType<typeof createTestApp>>

type Person = { cookie: string; id: string; email: string; mobile: string; password: string }

/**
 * A portal in this process over a store of its own, without a browser side: the test controls clock, log and mails.
 * `overrides` replaces parts of it; `store` shares one between two portals.
 */
export async function createTestApp(overrides: Partial<Deps> & { env?: Deps['env'] } = {}) {
  const dataDir = makeTestFolder()
  const own = overrides.store ? null : await createTestStore({ seed, seedName: 'catalogue' })
  let clock = start
  const logged: string[] = []
  const env = overrides.env ?? {
    ...readEnv({ ...limits, ...offered, DATA_DIR: dataDir }),
    NODE_ENV: 'test',
  }
  const store = overrides.store ?? own?.store
  if (!store) throw new Error('no store')
  const now = () => clock
  const log = createLogger('warn', (line) => logged.push(line))
  const events = overrides.events ?? createBus()
  const kernel: Kernel = {
    env,
    store,
    company: {},
    version: 'test',
    startedAt: start,
    now,
    log,
    events,
    denials: createDenials({ now, log }),
    sightings: createSightings(),
    secrets: createSealer(Buffer.alloc(32, 7)),
    sessions: createSessions(store, { secure: false, events }),
    node: loneNode,
    rules,
    features,
    origin: () => testOrigin,
  }
  const deps: Deps = {
    ...(await openFeatures(kernel, { isServing: false })),
    servers: createFakeServers(),
    clouds: unreachable,
    resolver: silentResolver,
    // Tests start only the engines that they ask for.
    databaseEngines: onlyEngine(createFakeEngine().engine),
    ...overrides,
  }
  const portal = createApp(deps, null)
  const people = createPeople(portal, deps)
  const converge = async () => {
    for (const id of deps.servers.isHere ? await listUnsettled(deps) : []) await convergeService(deps, id)
  }
  return {
    ...people,
    deps,
    portal,
    store,
    dataDir,
    logged,
    request: (path: string, options?: RequestOptions & { method?: string }) => send(portal, path, options),
    /** Moves the portal's clock. Sessions keep the machine's clock. */
    advance(ms: number) {
      clock = new Date(clock.getTime() + ms)
    },
    /** Moves the portal's clock to `ms` after the machine's, which dates files. */
    advancePastFiles(ms: number) {
      clock = new Date(Date.now() + ms)
    },
    /** Runs every due job and task, and applies pending changes of web servers. */
    async work() {
      await workOnce(deps, wholeWork)
      await converge()
    },
    /** The same without the tasks: runs requested work, without measuring, sweeping or following. */
    async finishJobs() {
      await workOnce(deps, { ...wholeWork, tasks: [] })
      await converge()
    },
    async close() {
      for (const feature of deps.features.toReversed()) await feature.close?.(deps)
      await deps.events.close()
      await own?.close()
    },
  }
}

async function send(
  portal: Portal,
  path: string,
  { cookie, json, body, headers, address, method }: RequestOptions & { method?: string } = {},
): Promise<Reply> {
  const sent = json === undefined ? body : JSON.stringify(json)
  const init: RequestInit = {
    method: method ?? (sent === undefined ? 'GET' : 'POST'),
    headers: {
      ...(json === undefined ? {} : { 'content-type': 'application/json' }),
      ...(cookie ? { cookie } : {}),
      ...headers,
    },
    ...(sent === undefined ? {} : { body: sent }),
  }
  const addressOf = () => address ?? '192.0.2.1'
  const response = await portal.fetch(new Request(testOrigin + path, init), addressOf)
  // Like the listener, which sends only the head of such an answer.
  if (init.method === 'HEAD') await response.body?.cancel()
  const text = init.method === 'HEAD' ? '' : await response.text()
  const isJson = text !== '' && response.headers.get('content-type')?.startsWith('application/json')
  return { status: response.status, headers: response.headers, text, body: isJson ? JSON.parse(text) : null }
}

/** The Cookie header for the sessions that an answer sets. */
export const cookieOf = ({ headers }: Reply): string =>
  headers
    .getSetCookie()
    .map((cookie) => cookie.split(';')[0])
    .join('; ')

let counter = 0
const cheapHash = Bun.password.hash('a long enough password', {
  algorithm: 'argon2id',
  memoryCost: 8,
  timeCost: 1,
})

function createPeople(portal: Portal, deps: Deps) {
  /** A new customer, signed in, with an address of their own unless one is given. */
  const signUp = async (given: Partial<Omit<Person, 'cookie' | 'id'>> = {}): Promise<Person> => {
    counter += 1
    const person = {
      email: given.email ?? `customer-${counter}@example.com`,
      mobile: given.mobile ?? `+9190000${String(counter).padStart(5, '0')}`,
      password: given.password ?? 'a long enough password',
    }
    const address = `198.51.${Math.floor(counter / 250)}.${counter % 250}`
    const reply = await send(portal, '/api/register', { json: person, address })
    if (reply.status !== 201) throw new Error(`sign-up answered ${reply.status}: ${reply.text}`)
    return { ...person, id: (reply.body as { id: string }).id, cookie: cookieOf(reply) }
  }
  /** A customer with a session, created without the cost of a real password hash. */
  const addCustomer = async (flags: { isAdmin?: boolean; hasAdminAccess?: boolean } = {}) => {
    counter += 1
    const id = Bun.randomUUIDv7()
    const email = `customer-${counter}@example.com`
    const mobile = `+9190000${String(counter).padStart(5, '0')}`
    const at = deps.now()
    const passwordHash = await cheapHash
    const row = { id, email, emailKey: email, mobile, passwordHash, createdAt: at, updatedAt: at }
    await deps.store.tx((tx) => tx.insert(tx.t.users).values({ ...row, ...flags }))
    const device = { userAgent: 'test', address: '192.0.2.1', createdAt: at.toISOString() }
    const cookie = (await deps.sessions.start(id, device)).split(';')[0] ?? ''
    return { id, email, mobile, cookie }
  }
  const addAdministrator = () => addCustomer({ isAdmin: true })
  /** A new administrator, signed in. */
  const signUpAdministrator = async (): Promise<Person> => {
    const person = await signUp()
    const { users } = deps.store.t
    await deps.store.tx((tx) => tx.update(users).set({ isAdmin: true }).where(eq(users.id, person.id)))
    return person
  }
  return { signUp, signUpAdministrator, addCustomer, addAdministrator }
}

/** The id and price of a plan of the seeded catalogue. */
export async function findPlan(app: TestApp, name: string): Promise<{ id: string; price: number }> {
  const { pricingPlans } = app.store.t
  const [plan] = await app.store.read
    .select()
    .from(pricingPlans)
    .where(eq(pricingPlans.name, name))
    .orderBy(pricingPlans.pricePaise)
  if (!plan) throw new Error(`no plan ${name}`)
  return { id: plan.id, price: plan.pricePaise / 100 }
}

/** A pending order of the customer. */
export async function placeOrder(app: TestApp, cookie: string, extra: Record<string, unknown> = {}) {
  const plan = await findPlan(app, 'Starter')
  const json = { planId: plan.id, amount: plan.price, paymentMethod: 'credit_card', ...extra }
  const reply = await app.request('/api/orders', { cookie, json })
  if (reply.status !== 201) throw new Error(`the order answered ${reply.status}: ${reply.text}`)
  return reply.body as { id: string; serviceId: string; status: string }
}

/** An active service of the customer: ordered, approved, provisioned. */
export async function activateService(app: TestApp, cookie: string, extra: Record<string, unknown> = {}) {
  const order = await placeOrder(app, cookie, extra)
  const administrator = await app.addAdministrator()
  const path = `/api/admin/orders/${order.id}/approve`
  const reply = await app.request(path, { cookie: administrator.cookie, json: {} })
  if (reply.status !== 200) throw new Error(`the approval answered ${reply.status}: ${reply.text}`)
  await app.finishJobs()
  return { ...order, administrator }
}
