import { afterEach, beforeEach, expect, test } from 'bun:test'
import type { AdminBackup } from '#features/backups/contract/desk.ts'
import { createSmtpMailer } from '#features/mail/drivers/smtp-mailer.ts'
import { after, day, hour } from '#shared/time.ts'
import { createTestApp, findPlan, placeOrder, type TestApp } from '#test/support/app.ts'
import { createFakeTransport } from '#test/support/mail-sending.ts'
import type { Overview } from './contract.ts'

let app: TestApp
let cookie: string
beforeEach(async () => {
  app = await createTestApp()
  cookie = (await app.addAdministrator()).cookie
})
afterEach(() => app.close())

const get = (path: string, as: string | undefined = cookie) =>
  app.request(`/api/admin/${path}`, { cookie: as })
const overview = async () => (await get('overview')).body as Overview
const backups = async (query: string) =>
  (await get(`backups?${query}`)).body as { items: AdminBackup[]; nextCursor: string | null }

/** A new customer's order for a plan. */
async function order(domain: string, planName = 'Starter') {
  const customer = await app.addCustomer()
  const plan = await findPlan(app, planName)
  const placed = await placeOrder(app, customer.cookie, { domain, planId: plan.id, amount: plan.price })
  return { ...placed, customer }
}

const decide = (id: string, verb: 'approve' | 'reject') =>
  app.request(`/api/admin/orders/${id}/${verb}`, { cookie, json: verb === 'reject' ? { reason: 'no' } : {} })

type Failed = { customer: { id: string }; serviceId: string }

async function addBackup({ customer, serviceId }: Failed, status: 'failed' | 'completed', finishedAt: Date) {
  const id = Bun.randomUUIDv7()
  const row = {
    id,
    userId: customer.id,
    serviceId,
    fileName: `${id}.zip`,
    fileSize: 1_024,
    status,
    finishedAt,
  }
  const createdAt = after(finishedAt, -10 * day)
  await app.store.tx((tx) =>
    tx.insert(tx.t.backups).values({ ...row, createdAt, reason: 'The disk is full.' }),
  )
  return id
}

test('lists pending orders oldest first, at most five', async () => {
  const placed = []
  for (let i = 0; i < 7; i += 1) {
    placed.push(await order(`shop-${i}.example.com`))
    app.advance(hour)
  }
  await decide(placed[0]?.id ?? '', 'approve')
  const { oldestOrders } = await overview()
  expect(oldestOrders.map(({ domain }) => domain)).toEqual(
    [1, 2, 3, 4, 5].map((number) => `shop-${number}.example.com`),
  )
  expect(oldestOrders[0]).toMatchObject({
    user: { email: placed[1]?.customer.email },
    plan: { name: 'Starter' },
    amount: 99,
    createdAt: '2026-11-20T07:30:00.000Z',
  })
})

test('revenue counts the prices of the orders approved in each calendar month of Kolkata, by plan', async () => {
  const last = await order('october.example.com')
  const ignored = await order('rejected.example.com', 'Pro')
  await order('waiting.example.com', 'Pro')
  await decide(last.id, 'approve')
  await decide(ignored.id, 'reject')
  // 30 November 23:30 in Kolkata; an hour later it is December there, but still November in UTC.
  app.advance(10 * day + 11.5 * hour)
  const second = await order('november.example.com')
  await decide(second.id, 'approve')
  app.advance(hour)
  for (const plan of ['Premium', 'Starter']) {
    const { id } = await order(`${plan}.example.com`, plan)
    await decide(id, 'approve')
  }
  const { revenue } = await overview()
  expect(revenue).toMatchObject({
    thisMonthFrom: '2026-11-30T18:30:00.000Z',
    lastMonthFrom: '2026-10-31T18:30:00.000Z',
    thisMonth: { amount: 499 + 99, orders: 2 },
    lastMonth: { amount: 2 * 99, orders: 2 },
  })
  expect(revenue.byPlan).toMatchObject([
    {
      name: 'Premium',
      category: 'Web Hosting',
      thisMonth: { amount: 499, orders: 1 },
      lastMonth: { amount: 0 },
    },
    { name: 'Starter', thisMonth: { amount: 99, orders: 1 }, lastMonth: { amount: 198, orders: 2 } },
  ])
})

test('counts and lists backups that failed in the last seven days, newest first, with their owners', async () => {
  const service = await order('failing.example.com')
  const now = app.deps.now()
  await addBackup(service, 'failed', after(now, -8 * day))
  await addBackup(service, 'completed', after(now, -hour))
  const older = await addBackup(service, 'failed', after(now, -6 * day))
  const newer = await addBackup(service, 'failed', after(now, -hour))
  expect((await overview()).failedBackups).toBe(2)
  const first = await backups('status=failed&limit=1')
  expect(first.items).toMatchObject([
    {
      id: newer,
      domain: 'failing.example.com',
      plan: 'Starter',
      user: { email: service.customer.email },
      reason: 'The disk is full.',
    },
  ])
  const second = await backups(`status=failed&limit=1&cursor=${first.nextCursor}`)
  expect(second.items.map(({ id }) => id)).toEqual([older])
  for (const wrong of ['cursor=x', 'status=failed&cursor=x', 'status=lost'])
    expect((await get(`backups?${wrong}`)).status).toBe(422)
  expect((await get('health')).body).toMatchObject({ failedBackups: 2 })
})

test('lists backups of every outcome, newest first, and counts only recent failures', async () => {
  const service = await order('kept.example.com')
  const now = app.deps.now()
  const old = await addBackup(service, 'failed', after(now, -8 * day))
  const good = await addBackup(service, 'completed', after(now, -day))
  const bad = await addBackup(service, 'failed', after(now, -hour))
  expect((await get('health')).body).toMatchObject({ failedBackups: 1 })
  const first = await backups('limit=2')
  expect(first.items).toMatchObject([
    { id: bad, status: 'failed' },
    { id: good, status: 'completed', fileSize: 1_024, plan: 'Starter', user: { id: service.customer.id } },
  ])
  const second = await backups(`limit=2&cursor=${first.nextCursor}`)
  expect(second).toMatchObject({ items: [{ id: old }], nextCursor: null })
})

const supplier = {
  area: 'Invoices',
  message:
    'Invoices are marked as not valid for tax until you set billing.legalName, billing.address, billing.stateCode and billing.gstin in COMPANY_FILE.',
  isDriver: false,
}

const texts = {
  area: 'Text messages',
  message: 'Text messages are only written to files in the outbox; none is sent.',
  isDriver: true,
}

const payments = {
  area: 'Payments',
  message: 'Customers cannot see where to pay: set the UPI id or the bank account in COMPANY_FILE.',
  isDriver: true,
}

const registrar = {
  area: 'Domain names',
  message: 'Test registrar: domains are not registered with any registry.',
  isDriver: true,
}

const certificates = {
  area: 'Certificates',
  message:
    'Test certificates: browsers show a warning for every site. Set ACME_DIRECTORY_URL to connect a public certificate authority.',
  isDriver: true,
}

test('reports simulated services, such as mail written to files, as a limitation in the overview and among the drivers', async () => {
  const files = 'Outgoing mail is only saved to files. Set SMTP_URL to send it.'
  const ofCustomers =
    'Customers’ outgoing mail is saved but not sent. Set SMTP_URL, or MAIL_DIRECT=on, to send it.'
  expect((await overview()).limitations).toEqual([
    { area: 'Outgoing mail', message: files, isDriver: true },
    supplier,
    texts,
    payments,
    registrar,
    certificates,
    { area: 'Customer mail', message: ofCustomers, isDriver: true },
  ])
  const { body } = await get('drivers')
  for (const { area, message } of [{ area: 'Outgoing mail', message: files }, registrar, certificates])
    expect(body).toContainEqual(expect.objectContaining({ area, isLimited: true, message }))
})

test('the overview makes no external calls: a mail server that does not respond delays nothing', async () => {
  const mailer = createSmtpMailer('smtp://192.0.2.1:25')
  mailer.check = () => Promise.reject(new Error('asked'))
  const { transport: mailTransport } = createFakeTransport()
  const other = await createTestApp({ mailer, mailTransport })
  const administrator = await other.addAdministrator()
  expect(await other.request('/api/admin/overview', { cookie: administrator.cookie })).toMatchObject({
    status: 200,
    body: { limitations: [supplier, texts, payments, registrar, certificates] },
  })
  await other.close()
})

test('only an administrator reads the overview and the backups', async () => {
  const { cookie: helper } = await app.addCustomer({ hasAdminAccess: true })
  for (const path of ['overview', 'backups']) {
    expect((await app.request(`/api/admin/${path}`)).status).toBe(401)
    expect((await get(path, helper)).status).toBe(403)
  }
})
