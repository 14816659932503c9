import { afterAll, beforeAll, expect, test } from 'bun:test'
import { rm } from 'node:fs/promises'
import { type RunningServer, startServer } from '#test/support/server.ts'
import { inTier } from '#test/support/tier.ts'
import { until } from '#test/support/until.ts'
import { brokenInvariants } from './findings.ts'
import {
  call,
  makeTemplate,
  type Order,
  orderRequest,
  type Template,
  trusting,
  withCopy,
  withoutSites,
} from './journey.ts'

const kills = inTier({ short: 5, all: 20 })
const atOnce = 6

let template: Template
beforeAll(async () => {
  template = await makeTemplate()
})
afterAll(() => rm(template.dataDir, { recursive: true, force: true }))

const start = (dataDir: string): Promise<RunningServer> =>
  startServer({ dataDir, env: { ...trusting, ...withoutSites } })

async function placeSome(server: RunningServer, round: number): Promise<Order[]> {
  const placed: Order[] = []
  for (let place = 0; place < atOnce; place += 1) {
    const domain = `bill-${round}-${place}.example.com`
    const answer = await call(`${server.url}/api/orders`, orderRequest({ server, template, round }, domain))
    if (answer.status !== 201) throw new Error(`the order answered ${answer.status}`)
    placed.push((await answer.json()) as Order)
  }
  return placed
}

type Invoice = { kind: string; number: string; orderId: string }

test(`a portal killed ${kills} times during approvals has one invoice for each approved order and no gap`, async () => {
  await withCopy(template, async (dataDir) => {
    const answered: string[] = []
    for (let round = 0; round < kills; round += 1) {
      const server = await start(dataDir)
      const orders = await placeSome(server, round)
      let answers = 0
      const approving = Promise.allSettled(
        orders.map(async ({ id }) => {
          const path = `${server.url}/api/admin/orders/${id}/approve`
          const answer = await call(path, { cookie: template.administrator, json: {} })
          if (answer.status !== 200) return
          answers += 1
          answered.push(id)
        }),
      )
      // After no answer, after one, and so on; the others are in flight.
      await until('the answers of this round', () => answers >= round % atOnce)
      await server.kill9()
      await approving
    }
    const server = await start(dataDir)
    const list = await call(`${server.url}/api/invoices`, { cookie: template.customer })
    const invoices = (await list.json()) as Invoice[]
    const billed = invoices.map(({ orderId }) => orderId)
    expect(answered.filter((id) => !billed.includes(id))).toEqual([])
    expect(new Set(billed).size).toBe(billed.length)
    const places = invoices.map(({ number }) => Number(number.slice(-6))).toSorted((a, b) => a - b)
    expect(places).toEqual(places.map((_, place) => place + 1))
    // Some approvals were answered and some were not, or the test would prove nothing.
    expect(billed.length).toBeGreaterThan(0)
    expect(answered.length).toBeLessThan(kills * atOnce)
    expect(await brokenInvariants(dataDir)).toEqual([])
    await server.stop()
  })
}, 600_000)
