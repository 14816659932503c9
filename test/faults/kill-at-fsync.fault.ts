import { afterAll, beforeAll, expect, test } from 'bun:test'
import { readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { type RunningServer, runPortal, startServer } from '#test/support/server.ts'
import { inTier } from '#test/support/tier.ts'
import { brokenInvariants, findLosses, untilDrained } from './findings.ts'
import {
  type Acknowledged,
  call,
  makeTemplate,
  orderRequest,
  placeOrders,
  type Stage,
  type Template,
  trusting,
  withCopy,
  withoutSites,
} from './journey.ts'
import { attachStrace, type TraceOptions } from './strace.ts'

// SQLite’s crash tests (sqlite.org/testing.html): fail at the 1st, 2nd, … nth operation until a run is clean. One run covers as
// many fsyncs as CI has time for, at a fixed stride from a random first one.
const orders = 10
// Work on a folder that was killed before makes fewer fsyncs.
const points = inTier({ short: 5, all: 50 })
const leastPoints = inTier({ short: 3, all: 35 })
const processes = 2
// Eight seconds of CPU time per point; a busy machine takes several times that.
const campaignMs = 900_000

let template: Template
let whole: { syncs: number; acknowledged: Acknowledged; isComplete: boolean }
beforeAll(async () => {
  template = await makeTemplate()
  whole = await withCopy(template, async (dataDir) => {
    const output = join(dataDir, 'trace')
    const acknowledged = noneAcknowledged()
    const isComplete = await runTraced({ server: await start(dataDir), template, round: 1 }, acknowledged, {
      output,
    })
    const syncs = (await readFile(output, 'utf8')).match(/\bf(data)?sync\(/g) ?? []
    return { syncs: syncs.length, acknowledged, isComplete }
  })
})
afterAll(() => rm(template.dataDir, { recursive: true, force: true }))

const noneAcknowledged = (): Acknowledged => ({ orders: new Map(), approvals: [], unanswered: null })
const start = (dataDir: string): Promise<RunningServer> =>
  startServer({ dataDir, env: { ...trusting, ...withoutSites } })

/** Places the orders on a server that `strace` watches; answers whether it survived the work. */
async function runTraced(stage: Stage, acknowledged: Acknowledged, options: TraceOptions): Promise<boolean> {
  const { server } = stage
  const tracer = await attachStrace(server.pid, options)
  const isComplete = await placeOrders(stage, orders, acknowledged)
  if (isComplete) await untilDrained(server.dataDir, { or: server.exited })
  else await server.exited
  const survived = await Promise.race([server.exited.then(() => false), Bun.sleep(0).then(() => true)])
  if (survived) await server.kill9()
  // The watched web servers outlive the portal.
  tracer.kill('SIGTERM')
  await tracer.exited
  return survived
}

/** A client without an answer sends the same order again; afterwards it exists once. */
async function repeatUnanswered(stage: Stage, acknowledged: Acknowledged): Promise<string[]> {
  if (!acknowledged.unanswered) return []
  const answer = await call(`${stage.server.url}/api/orders`, orderRequest(stage, acknowledged.unanswered))
  const text = await answer.text()
  if (answer.status !== 201) return [`the repeated order answered ${answer.status}: ${text}`]
  const order = JSON.parse(text) as { id: string; serviceId: string } | null
  if (!order) return ['the repeated order answered nothing']
  acknowledged.orders.set(acknowledged.unanswered, order)
  acknowledged.unanswered = null
  return []
}

/** Kills at point after point, each time on the folder that the last kill left, until a run outlives its point. */
async function killAlong(dataDir: string, nextPoint: () => number) {
  const acknowledged = noneAcknowledged()
  const faults: string[] = []
  let server = await start(dataDir)
  for (let killed = 0; ; killed += 1) {
    const point = nextPoint()
    const survived = await runTraced({ server, template, round: point }, acknowledged, { killAt: point })
    server = await start(dataDir)
    const refused = await repeatUnanswered({ server, template, round: point }, acknowledged)
    await untilDrained(dataDir)
    const found = [...refused, ...findLosses(dataDir, acknowledged), ...(await brokenInvariants(dataDir))]
    faults.push(...found.map((fault) => `fsync ${point}: ${fault}`))
    if (!survived && faults.length === 0) continue
    await server.kill9()
    return { killed, faults }
  }
}

test(
  'kill -9 at fsyncs throughout the work loses no acknowledged write, and unfinished work is completed',
  async () => {
    const stride = Math.max(1, Math.floor(whole.syncs / points))
    const [byte = 0] = crypto.getRandomValues(new Uint8Array(1))
    let point = (byte % stride) + 1 - stride
    const nextPoint = () => {
      point += stride
      return point
    }
    const work = () => withCopy(template, (dataDir) => killAlong(dataDir, nextPoint))
    const outcomes = await Promise.all(Array.from({ length: processes }, work))
    const killed = outcomes.reduce((sum, outcome) => sum + outcome.killed, 0)
    console.log(`${killed} kills, one every ${stride} fsyncs of ${whole.syncs}`)
    expect(outcomes.flatMap(({ faults }) => faults)).toEqual([])
    expect(killed).toBeGreaterThanOrEqual(leastPoints)
  },
  campaignMs,
)

test('the doctor and the audit chain find no fault after kill -9 in the middle of a job', async () => {
  await withCopy(template, async (dataDir) => {
    await runTraced({ server: await start(dataDir), template, round: 1 }, noneAcknowledged(), { killAt: 40 })
    const server = await start(dataDir)
    await untilDrained(dataDir)
    await server.kill9()
    const doctor = await runPortal(['doctor'], { dataDir })
    expect(`${doctor.stdout}${doctor.stderr}`).not.toContain('BROKEN')
    expect(doctor.code).toBe(0)
    expect((await runPortal(['audit', 'verify'], { dataDir })).code).toBe(0)
  })
})

test('no answer precedes its fsync: there are fewer orders and approvals than fsyncs', () => {
  const { syncs, acknowledged, isComplete } = whole
  expect(isComplete).toBe(true)
  expect(acknowledged.orders.size).toBe(orders)
  expect(syncs).toBeGreaterThanOrEqual(acknowledged.orders.size + acknowledged.approvals.length)
})
