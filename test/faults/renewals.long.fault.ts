import { afterAll, beforeAll, expect, test } from 'bun:test'
import { until } from '#test/support/until.ts'
import { call } from './journey.ts'
import { openSharedStage, type SharedStage } from './shared-stage.ts'

const services = 20

let stage: SharedStage
beforeAll(async () => {
  stage = await openSharedStage({ nodes: 2, services })
})
afterAll(() => stage?.close())

const count = async (sql: string): Promise<number> => Number((await stage.query(sql))[0]?.n)
const charges = () => count("select count(*) as n from renewal_charges where kind = 'renewal'")

type Due = { invoiceId: string; amount: number }

test('each service is billed once for its next term, even if the billing node is killed midway, and is paid once', async () => {
  await until(
    'a term of every service',
    async () => (await count('select count(*) as n from renewal_terms')) === services,
  )
  const [billing, other] = stage.seats
  if (!billing?.server || !other?.server) throw new Error('a node is missing')
  await other.server.stop()
  other.server = null
  // As if nearly a month had passed: both nodes use the machine’s clock.
  const soon = "now() + interval '2 days'"
  await stage.query(`update renewal_periods set ends_at = ${soon}`)
  await stage.query(`update renewal_terms set paid_until = ${soon}, next_at = now()`)
  await until('the first invoice', async () => (await charges()) > 0)
  await billing.server.kill9()
  billing.server = null
  const billed = await charges()
  expect(billed).toBeLessThan(services)
  await stage.start(other)
  await until('an invoice for every service', async () => (await charges()) === services)
  await stage.start(billing)

  const { url } = stage.anyNode()
  const due = (await (await call(`${url}/api/renewals/due`, { cookie: stage.cookie })).json()) as Due[]
  expect(due).toHaveLength(services)
  const [first] = due
  if (!first) throw new Error('nothing is due')
  const json = {
    invoiceId: first.invoiceId,
    reference: '632912345678',
    amount: first.amount,
    receivedAt: new Date(),
  }
  const answers = await Promise.all(
    stage.seats.map(({ server: each }) =>
      call(`${each?.url}/api/admin/payments`, { cookie: stage.admin, json: { ...json } }),
    ),
  )
  expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 409])
  const isLonger = 'select count(*) as n from renewal_terms where paid_until > '
  await until('the longer term', async () => (await count(`${isLonger}now() + interval '20 days'`)) === 1)
  expect(await charges()).toBe(services)
  expect(await count("select count(*) as n from payments where reference = '632912345678'")).toBe(1)
  expect(await stage.doctor()).toEqual([])
})
