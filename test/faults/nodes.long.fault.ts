import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { cp, rm } from 'node:fs/promises'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { SQL } from 'bun'
import { type PostgresServer, startEmbeddedPostgres } from '#test/support/postgres.ts'
import { type RunningServer, startServer } from '#test/support/server.ts'
import { until } from '#test/support/until.ts'
import {
  administrator,
  call,
  cookieOf,
  findPlan,
  makeFolder,
  type Plan,
  signIn,
  trusting,
  withoutSites,
} from './journey.ts'
import { killPostgres } from './postgres-kills.ts'

const parallel = 10
const registrations = 50

let counter = 0

/** A new customer on a node, from a new address. */
async function signUp(url: string): Promise<{ cookie: string; id: string }> {
  counter += 1
  const json = {
    email: `person-${counter}@example.com`,
    mobile: `+9191000${String(counter).padStart(5, '0')}`,
    password: 'a long enough password',
  }
  const headers = { 'x-forwarded-for': `203.0.113.${counter % 250}` }
  const answer = await call(`${url}/api/register`, { json, headers })
  if (answer.status !== 201) throw new Error(`sign-up answered ${answer.status}: ${await answer.text()}`)
  return { cookie: cookieOf(answer), id: ((await answer.json()) as { id: string }).id }
}

type Answer = { status: number; body: unknown }

const answersOf = (requests: Promise<Response>[]): Promise<Answer[]> =>
  Promise.all(requests.map(async (request) => readAnswer(await request)))

const readAnswer = async (response: Response): Promise<Answer> => ({
  status: response.status,
  body: await response.json(),
})

const faultsOf = (answers: Answer[]): Answer[] => answers.filter(({ status }) => status >= 500)

/** The portal’s nodes under test, one or several on one store; requests go to them in turn. */
type Nodes = { urls: string[]; admin: string; plan: Plan }

const nodeOf = ({ urls }: Nodes, i: number): string => urls[i % urls.length] ?? ''

const order = (nodes: Nodes, i: number, cookie: string) => {
  const { id: planId, price: amount } = nodes.plan
  return call(`${nodeOf(nodes, i)}/api/orders`, {
    cookie,
    json: { planId, amount, paymentMethod: 'credit_card' },
  })
}

async function untilStatus(url: string, cookie: string, status: string): Promise<void> {
  for (let tries = 0; tries < 400; tries += 1) {
    const services = (await (await call(`${url}/api/user-services`, { cookie })).json()) as {
      status: string
    }[]
    if (services.every((service) => service.status === status)) return
    await Bun.sleep(50)
  }
  throw new Error(`the services did not become ${status}`)
}

/** Requirements for every engine and any number of nodes. */
function parallelTests(nodes: () => Nodes): void {
  const times = Array.from({ length: parallel }, (_, i) => i)

  test('ten parallel orders of the same plan create one order with one service', async () => {
    const { cookie } = await signUp(nodeOf(nodes(), 0))
    const answers = await answersOf(times.map((i) => order(nodes(), i, cookie)))
    expect(faultsOf(answers)).toEqual([])
    expect(new Set(answers.map(({ body }) => (body as { id: string }).id)).size).toBe(1)
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1)
    for (const [i, path] of ['/api/user/orders', '/api/user-services'].entries()) {
      expect(await (await call(nodeOf(nodes(), i) + path, { cookie })).json()).toHaveLength(1)
    }
  })

  test('ten parallel approvals approve an order once and activate its service once', async () => {
    const { cookie, id: userId } = await signUp(nodeOf(nodes(), 0))
    const placed = (await (await order(nodes(), 0, cookie)).json()) as { id: string; serviceId: string }
    const path = `/api/admin/orders/${placed.id}/approve`
    const approve = (i: number) => call(nodeOf(nodes(), i) + path, { cookie: nodes().admin, json: {} })
    const answers = await answersOf(times.map(approve))
    expect(answers.map(({ status }) => status)).toEqual(times.map(() => 200))
    const first = answers.filter(({ body }) => (body as { alreadyApproved?: true }).alreadyApproved !== true)
    expect(first).toHaveLength(1)
    await untilStatus(nodeOf(nodes(), 1), cookie, 'active')
    const audit = await call(`${nodeOf(nodes(), 0)}/api/admin/audit?userId=${userId}&limit=100`, {
      cookie: nodes().admin,
    })
    const text = await audit.text()
    expect(text.split('"service.activate"').length - 1).toBe(1)
    expect(text.split('"order.approve"').length - 1).toBe(1)
  })

  test('fifty parallel registrations of one e-mail address create one account', async () => {
    counter += 1
    const email = `popular-${counter}@example.com`
    const register = async (i: number): Promise<Response> => {
      const mobile = `+9192${String(counter * 100 + i).padStart(8, '0')}`
      const headers = { 'x-forwarded-for': `198.18.${counter}.${i}` }
      const json = { email, mobile, password: 'a long enough password' }
      const answer = await call(`${nodeOf(nodes(), i)}/api/register`, { json, headers })
      // An overloaded portal answers 503, and the call is retried.
      if (answer.status !== 503) return answer
      await Bun.sleep(1_000 * Number(answer.headers.get('retry-after')))
      return register(i)
    }
    const answers = await answersOf(Array.from({ length: registrations }, (_, i) => register(i)))
    expect(faultsOf(answers)).toEqual([])
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1)
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201, 409]))
  })
}

async function openNodes(servers: RunningServer[]): Promise<Nodes> {
  const urls = servers.map(({ url }) => url)
  const [first = ''] = urls
  const admin = cookieOf(await signIn(first, administrator.ADMIN_EMAIL, administrator.ADMIN_PASSWORD))
  return { urls, admin, plan: await findPlan(first) }
}

describe('one node on SQLite', () => {
  let server: RunningServer
  let nodes: Nodes
  beforeAll(async () => {
    server = await startServer({ env: { ...administrator, ...trusting } })
    nodes = await openNodes([server])
  })
  afterAll(() => server.stop())
  parallelTests(() => nodes)
})

describe('two nodes on PostgreSQL with one folder', () => {
  let postgres: PostgresServer
  let folder: string
  let env: Record<string, string>
  let servers: RunningServer[] = []
  let nodes: Nodes
  const start = (name: string, extra: Record<string, string> = {}) =>
    startServer({ dataDir: join(folder, 'data'), env: { ...env, RUN_DIR: join(folder, name), ...extra } })
  beforeAll(async () => {
    postgres = await startEmbeddedPostgres()
    folder = await makeFolder()
    env = { ...administrator, ...trusting, DATABASE_URL: postgres.url, SHARED_DATA: 'true' }
    // Both start on an empty database and folder: one of them migrates and seeds, the other waits.
    servers = await Promise.all([start('run-a'), start('run-b')])
    nodes = await openNodes(servers)
  })
  afterAll(async () => {
    await Promise.all(servers.map((server) => server.stop()))
    await postgres.stop()
    await rm(folder, { recursive: true, force: true })
  })
  parallelTests(() => nodes)

  test('an approval on one node reaches the event stream of the other', async () => {
    const [a = '', b = ''] = nodes.urls
    const { cookie } = await signUp(a)
    const placed = (await (await order(nodes, 0, cookie)).json()) as { id: string; serviceId: string }
    const stream = await call(`${a}/api/events`, { cookie })
    const reader = stream.body?.getReader()
    if (!reader) throw new Error('no stream')
    await reader.read()
    const approved = await call(`${b}/api/admin/orders/${placed.id}/approve`, {
      cookie: nodes.admin,
      json: {},
    })
    expect(approved.status).toBe(200)
    const decoder = new TextDecoder()
    let heard = ''
    while (!(heard.includes('event: order') && heard.includes('event: service'))) {
      const { value, done } = await reader.read()
      if (done) throw new Error(`the stream ended: ${heard}`)
      heard += decoder.decode(value)
    }
    expect(heard).toContain(JSON.stringify({ id: placed.id, status: 'approved' }))
    expect(heard).toContain(JSON.stringify({ id: placed.serviceId, status: 'active' }))
    await reader.cancel()
  })

  test('a third node is refused on another folder, even on a copy of the right one', async () => {
    const [elsewhere, copy] = [join(folder, 'elsewhere'), join(folder, 'copy')]
    await cp(join(folder, 'data'), copy, { recursive: true })
    const refusals: [dataDir: string, reason: string][] = [
      [elsewhere, 'the database belongs to a different folder than'],
      [copy, 'is not the folder that the other nodes work with'],
    ]
    for (const [dataDir, reason] of refusals) {
      const third = startServer({ dataDir, env: { ...env, RUN_DIR: join(folder, 'run-c') } })
      expect(await reasonOf(third)).toContain(reason)
    }
  })

  test('a node without SHARED_DATA is refused beside the others, as is one that uses the run folder of another', async () => {
    const alone = startServer({ dataDir: join(folder, 'data'), env: { ...env, SHARED_DATA: 'false' } })
    expect(await reasonOf(alone)).toContain('several portals at once need SHARED_DATA=true')
    expect(await reasonOf(start('run-a'))).toContain('is in use by another portal process')
  })

  test('the gateway of every node serves every site, whichever node runs the web servers', async () => {
    const { cookie } = await signUp(nodeOf(nodes, 0))
    const placed = (await (await order(nodes, 0, cookie)).json()) as { id: string; serviceId: string }
    await call(`${nodeOf(nodes, 0)}/api/admin/orders/${placed.id}/approve`, { cookie: nodes.admin, json: {} })
    await untilStatus(nodeOf(nodes, 1), cookie, 'active')
    for (const { sitesUrl } of servers) {
      const visit = () => call(`${sitesUrl}/sites/${placed.serviceId}/`)
      while ((await visit()).status !== 200) await Bun.sleep(50)
      expect(await (await visit()).text()).toContain('This site is ready')
    }
  })

  test('a node that hands over passes its sites to the other immediately, and adopts its own gateway on its return', async () => {
    const { cookie } = await signUp(nodeOf(nodes, 0))
    const placed = (await (await order(nodes, 0, cookie)).json()) as { id: string; serviceId: string }
    await call(`${nodeOf(nodes, 0)}/api/admin/orders/${placed.id}/approve`, { cookie: nodes.admin, json: {} })
    await untilStatus(nodeOf(nodes, 1), cookie, 'active')
    const served = (at: RunningServer | undefined) =>
      until('the site', async () => {
        const { status } = await call(`${at?.sitesUrl}/sites/${placed.serviceId}/`)
        return status === 200
      })
    const [first, second] = servers
    await served(first)
    expect(await first?.handOver()).toBe(0)
    await Promise.all([served(first), served(second)])
    const again = await start('run-a')
    servers[0] = again
    expect(again.sitesUrl).toBe(first?.sitesUrl ?? '')
    await served(again)
  })

  test('no order or service exists twice, or without the other', async () => {
    const client = new SQL(postgres.url, { max: 1 })
    try {
      const twice = await client`select service_id from orders group by service_id having count(*) > 1`
      const without = await client`select id from user_services where order_id not in (select id from orders)`
      expect([twice.length, without.length]).toEqual([0, 0])
    } finally {
      await client.close()
    }
  })
})

/** The last line of a portal that fails to start. */
async function reasonOf(starting: Promise<RunningServer>): Promise<string> {
  const outcome = await starting.catch((error: Error) => error)
  if (outcome instanceof Error) return outcome.message
  await outcome.stop()
  return 'it started'
}

describe('a node on PostgreSQL with a folder of its own', () => {
  let postgres: PostgresServer
  let env: Record<string, string>
  let folder: string
  const [own, copied] = ['own', 'copied'].map((name) => () => join(folder, name)) as [
    () => string,
    () => string,
  ]
  const start = (dataDir: string) => startServer({ dataDir, env })
  /** No lease expires any more: a node that waits for one would wait forever. */
  const keepLeases = async () => {
    const client = new SQL(postgres.url, { max: 1 })
    try {
      await client`update leases set expires_at = expires_at + interval '1 hour' where expires_at > now()`
    } finally {
      await client.close()
    }
  }
  beforeAll(async () => {
    postgres = await startEmbeddedPostgres()
    folder = await makeFolder()
    env = { ...administrator, ...trusting, ...withoutSites, DATABASE_URL: postgres.url }
    const first = await start(own())
    await first.stop()
    await cp(own(), copied(), { recursive: true })
  })
  afterAll(async () => {
    await postgres.stop()
    await rm(folder, { recursive: true, force: true })
  })

  test('blocks a second one while it lives, naming itself, and lets it start immediately after a clean stop', async () => {
    const first = await start(own())
    const refused = await reasonOf(start(copied()))
    expect(refused).toContain(`the database is in use by the portal on ${hostname()}:${own()}`)
    expect((await call(`${first.url}/ready`)).status).toBe(200)
    await first.stop()
    await keepLeases()
    const second = await start(copied())
    await second.stop()
  })

  test('can restart immediately on its folder after kill -9, and be replaced from another folder once its lease has expired', async () => {
    const killed = await start(own())
    await killed.kill9()
    await keepLeases()
    const again = await start(own())
    await again.kill9()
    const other = await start(copied())
    expect((await call(`${other.url}/ready`)).status).toBe(200)
    await other.stop()
  })

  test('has its writes refused and exits if another took over while it slept', async () => {
    const asleep = await start(own())
    const { cookie } = await signUp(asleep.url)
    process.kill(asleep.pid, 'SIGSTOP')
    const other = await start(copied())
    const json = { planId: (await findPlan(other.url)).id, amount: 1, paymentMethod: 'credit_card' }
    const late = call(`${asleep.url}/api/orders`, { cookie, json }).catch(() => null)
    process.kill(asleep.pid, 'SIGCONT')
    expect([null, 503]).toContain((await late)?.status ?? null)
    expect(await asleep.exited).toBe(1)
    expect(asleep.log.join('\n')).toContain("another portal has taken this one's place")
    expect((await call(`${other.url}/ready`)).status).toBe(200)
    await other.stop()
  })
})

test('when PostgreSQL is killed under load, no acknowledged write is lost, no call is answered 500, and the log reports it once', async () => {
  const { faults, answers, withoutRetryAfter } = await killPostgres(2, { downMs: 500 })
  expect(faults).toEqual([])
  expect(withoutRetryAfter).toBe(0)
  expect(answers['503']).toBeGreaterThan(0)
})
