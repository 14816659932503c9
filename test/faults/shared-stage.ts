import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { SQL } from 'bun'
import { type PostgresServer, startEmbeddedPostgres } from '#test/support/postgres.ts'
import { type RunningServer, runPortal, startServer } from '#test/support/server.ts'
import {
  administrator,
  call,
  cookieOf,
  findPlan,
  makeFolder,
  type Plan,
  signIn,
  trusting,
} from './journey.ts'

const customer = { email: 'mira@example.com', mobile: '+919000000002', password: 'a long enough password' }

/** A node of the portal, or null while it is down. */
export type Seat = { runDir: string; server: RunningServer | null }

/** Nodes on one folder and one PostgreSQL, with a customer who has services. */
export type SharedStage = {
  postgres: PostgresServer
  dataDir: string
  seats: Seat[]
  admin: string
  cookie: string
  plan: Plan
  serviceIds: string[]
  start(seat: Seat): Promise<RunningServer>
  /** One of the running nodes. */
  anyNode(): RunningServer
  query(sql: string): Promise<Record<string, unknown>[]>
  /** The faults that `portal doctor` finds; empty if there are none. */
  doctor(): Promise<string[]>
  close(): Promise<void>
}

export const pick = <T>(items: readonly T[]): T => {
  const [random = 0] = crypto.getRandomValues(new Uint32Array(1))
  const item = items[random % items.length]
  if (item === undefined) throw new Error('nothing to pick from')
  return item
}

const portalEnv = (postgres: PostgresServer, extra: Record<string, string>) => ({
  ...administrator,
  ...trusting,
  DATABASE_URL: postgres.url,
  ...extra,
})

async function openServices(
  stage: Pick<SharedStage, 'anyNode' | 'admin' | 'cookie' | 'plan'>,
  count: number,
) {
  const { admin, cookie, plan } = stage
  const ids: string[] = []
  for (let i = 0; i < count; i += 1) {
    const { url } = stage.anyNode()
    const json = {
      planId: plan.id,
      amount: plan.price,
      paymentMethod: 'credit_card',
      domain: `site-${i}.example`,
    }
    const order = (await (await call(`${url}/api/orders`, { cookie, json })).json()) as {
      id: string
      serviceId: string
    }
    await (await call(`${url}/api/admin/orders/${order.id}/approve`, { cookie: admin, json: {} })).json()
    ids.push(order.serviceId)
  }
  for (;;) {
    const answer = await call(`${stage.anyNode().url}/api/user-services`, { cookie })
    const services = (await answer.json()) as { status: string }[]
    if (services.every(({ status }) => status === 'active')) return ids
    await Bun.sleep(50)
  }
}

/** Starts the nodes on an empty folder and creates services for a customer. With `shared` false, one node works alone. */
export async function openSharedStage(options: {
  nodes: number
  services: number
  env?: Record<string, string>
  /** Settings of one node only. */
  envOf?: (seat: number) => Record<string, string>
}): Promise<SharedStage> {
  const postgres = await startEmbeddedPostgres({ keepsCommits: true })
  const dataDir = await makeFolder()
  const isShared = options.nodes > 1
  const seats = await Promise.all(
    Array.from(
      { length: options.nodes },
      async (): Promise<Seat> => ({ runDir: await makeFolder(), server: null }),
    ),
  )
  const settings = (seat: Seat) =>
    portalEnv(postgres, {
      ...(isShared ? { SHARED_DATA: 'true' } : {}),
      RUN_DIR: seat.runDir,
      ...options.env,
      ...options.envOf?.(seats.indexOf(seat)),
    })
  const start = async (seat: Seat) => {
    seat.server = await startServer({ dataDir, env: settings(seat), timeoutSeconds: 120 })
    return seat.server
  }
  const client = new SQL(postgres.url, { max: 2 })
  const anyNode = () => pick(seats.flatMap(({ server }) => server ?? []))
  await Promise.all(seats.map(start))
  const { url } = anyNode()
  const registered = await call(`${url}/api/register`, { json: customer })
  const plan = await findPlan(url)
  const signedIn = await signIn(url, administrator.ADMIN_EMAIL, administrator.ADMIN_PASSWORD)
  const people = { admin: cookieOf(signedIn), cookie: cookieOf(registered), plan, anyNode }
  return {
    ...people,
    postgres,
    dataDir,
    seats,
    start,
    serviceIds: await openServices(people, options.services),
    query: async (sql) => [...(await client.unsafe(sql))],
    async doctor() {
      const [seat] = seats
      if (!seat) return []
      const { code, stdout, stderr } = await runPortal(['doctor'], { dataDir, env: settings(seat) })
      return code === 0
        ? []
        : [stderr.trim(), ...stdout.split('\n').filter((line) => line.startsWith('BROKEN'))]
    },
    async close() {
      await client.close({ timeout: 0 })
      await Promise.all(seats.map(({ server }) => server?.stop()))
      await postgres.stop()
      for (const folder of [dataDir, ...seats.map(({ runDir }) => runDir)])
        await rm(folder, { recursive: true, force: true })
    },
  }
}

/** The folder of a service's site. */
export const siteOf = ({ dataDir }: SharedStage, serviceId: string): string =>
  join(dataDir, 'services', serviceId, 'public')
