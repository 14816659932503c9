import { z } from 'zod'
import { appRouter } from '#app/router.ts'
import { engineOf } from '#db/engine.ts'
import type { Store } from '#db/types.ts'
import { seedCatalogue } from '#features/catalogue/service/seed.ts'
import { slotOf } from '#features/monitoring/metrics/slots.ts'
import { proceduresOf } from '#server/trpc/trpc-internals.ts'
import { fillPortal } from '../../scripts/bench/data/many-customers.ts'
import { createFixture, type Fixture } from '../authorisation/fixture.ts'
import { matrix } from '../authorisation/matrix.ts'
import type { Row } from '../authorisation/row.ts'
import { moment } from '../support/rows.ts'
import { createTestStore, type TestStore, testEngine } from '../support/store.ts'
import type { Statement } from './plans.ts'

const procedures = proceduresOf(appRouter)
const cursor = Buffer.from(`${moment.getTime()}:${Bun.randomUUIDv7()}`).toString('base64url')
/** Prefixes of an email address or domain, of a mobile number and of an id, and a whole id. */
const searches = ['customer-1', '98', '019', Bun.randomUUIDv7()]

type Input = Record<string, unknown>

/** Variations of a list call, taken from its schema: further pages, searches, each choice of a filter. */
export function variationsOf(schema: z.ZodType | undefined, serviceId: string): Input[] {
  if (!schema) return []
  const { properties = {} } = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as {
    properties?: Record<string, { enum?: unknown[] }>
  }
  const choices = Object.entries(properties).flatMap(([name, { enum: values }]): Input[] => {
    if (values) return values.map((value) => ({ [name]: value }))
    if (name === 'q') return searches.map((q) => ({ q }))
    return name === 'serviceId' ? [{ serviceId }] : name === 'limit' ? [{ limit: 2 }] : []
  })
  const further = choices.map((choice) => ({ ...choice, cursor }))
  return 'cursor' in properties ? [...choices, { cursor }, ...further] : choices
}

async function call(fixture: Fixture, row: Row, extra: Input): Promise<number> {
  const role = row.access === 'administrator' ? 'administrator' : 'owner'
  const cookie = row.access === 'visitor' ? undefined : await fixture.cookie(role)
  const id = await row.item?.(fixture)
  const [method = '', pattern] = row.route.split(' ')
  if (row.access === 'loopback or token')
    return (await fixture.app.request(pattern ?? '', { address: '127.0.0.1' })).status
  const json = { ...((await row.json?.(fixture)) as Input | undefined), ...extra }
  if (pattern === undefined) {
    const isQuery = procedures[row.route]?._def.type === 'query'
    const path = `/api/trpc/${row.route}`
    const input = `?input=${encodeURIComponent(JSON.stringify(json))}`
    const asked = isQuery ? { method: 'GET', cookie } : { method: 'POST', cookie, json }
    return (await fixture.send(isQuery ? path + input : path, asked)).status
  }
  const filled = pattern.replace(/:\w+/, id ?? '').replace(/:(\w+)/g, (_, name) => String(json[name]))
  const query = new URLSearchParams(json as Record<string, string>)
  if (row.form) {
    const headers = { 'content-type': 'application/x-www-form-urlencoded' }
    const body = new URLSearchParams(row.form(fixture)).toString()
    return (await fixture.send(filled, { method, cookie, body, headers })).status
  }
  if (method === 'GET') return (await fixture.send(`${filled}?${query}`, { method, cookie })).status
  return (await fixture.send(filled, { method, cookie, json })).status
}

/** PostgreSQL plans by table contents, and cannot tell a good plan from a bad one for empty tables. */
async function fill({ store, settings }: TestStore): Promise<void> {
  const { databaseUrl = '' } = settings
  const url = new URL(databaseUrl)
  url.searchParams.delete('pool')
  const [plan] = await store.read.select().from(store.t.pricingPlans).limit(1)
  if (!plan) throw new Error('the catalogue is empty')
  const filling = { users: 400, passwordHash: 'none', planId: plan.id, until: moment }
  await fillPortal({ dataDir: '', databaseUrl: url.href, t: store.t }, filling)
  await fillRollups(store)
}

/** An hour of metrics for some of the services. */
async function fillRollups(store: Store): Promise<void> {
  const { userServices, serverMetricRollups } = store.t
  const { userId, id: serviceId } = userServices
  const services = await store.read.select({ userId, serviceId }).from(userServices).limit(100)
  const sums = { cpuUsageSum: 0, memoryUsageSum: 0, diskUsageSum: 0, networkIn: 0, networkOut: 0 }
  const rows = services.flatMap((service) =>
    Array.from({ length: 12 }, (_, back) => ({
      ...service,
      ...sums,
      slot: slotOf(moment) - back,
      samples: 1,
      upSamples: 1,
    })),
  )
  await store.tx((tx) => tx.insert(serverMetricRollups).values(rows))
  await engineOf(store).alter((run) => run('analyze server_metric_rollups'))
}

/** The portal with a record of all its statements. */
export async function openRecorded() {
  const statements: Statement[] = []
  const own = await createTestStore({
    seed: (store) => seedCatalogue(store, moment),
    seedName: 'catalogue',
    onStatement: (sql, parameters) => statements.push({ sql, parameters }),
  })
  if (testEngine === 'postgres') await fill(own)
  const fixture = await createFixture({ store: own.store })
  const close = async () => {
    await fixture.close()
    await own.close()
  }
  return { fixture, store: own.store, statements, close }
}

const schemaOf = (route: string): z.ZodType | undefined => {
  const named = procedures[route]
  const found =
    named ??
    Object.values(procedures).find(({ _def }) =>
      [(_def.meta as { rest?: string | string[] }).rest].flat().includes(route),
    )
  const { inputs } = (found?._def as unknown as { inputs: z.ZodType[] } | { inputs: undefined }) ?? {
    inputs: undefined,
  }
  return found?._def.type === 'query' ? inputs?.[0] : undefined
}

/**
 * Calls every route and procedure once as a permitted caller, lists in all their variations, and runs all pending work.
 * Answers the calls whose status differs from the matrix: a call refused before its statements leaves their plans unseen.
 */
export async function runEverything(fixture: Fixture): Promise<string[]> {
  const failed: string[] = []
  for (const row of matrix) {
    await fixture.revive()
    const variations = variationsOf(schemaOf(row.route), fixture.activeService('owner'))
    for (const extra of [{}, ...variations]) {
      const status = await call(fixture, row, extra)
      if (status !== 200 && status !== row.ok) failed.push(`${row.route} ${JSON.stringify(extra)}: ${status}`)
    }
  }
  await fixture.app.work()
  return failed
}

/** Each text once for every pattern of short parameters: the plan depends on the text and on missing parameters. */
export function distinct(statements: Statement[]): Statement[] {
  const found = new Map<string, Statement>()
  for (const each of statements) {
    if (/^\s*(begin|commit|insert)\b/i.test(each.sql) && !/\bselect\b/i.test(each.sql)) continue
    const short = each.parameters.filter((value) => typeof value === 'string' && value.length < 12)
    found.set(`${each.sql} ${JSON.stringify(short)}`, each)
  }
  return [...found.values()]
}
