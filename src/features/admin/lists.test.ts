import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { eq, notInArray } from 'drizzle-orm'
import { appendAudit } from '#db/audit/audit.ts'
import { enqueueJob } from '#db/jobs.ts'
import { createTestApp, placeOrder, type TestApp } from '#test/support/app.ts'

type Page = {
  items: { id: string; domain?: string | null; createdAt?: string; at?: string }[]
  nextCursor: string | null
}

let app: TestApp
let administrator: { cookie: string; id: string; email: string }
let asha: { cookie: string; id: string; email: string; mobile: string }
let ravi: { cookie: string; id: string; email: string; mobile: string }
const orders: { id: string; serviceId: string }[] = []

beforeAll(async () => {
  app = await createTestApp()
  administrator = await app.addAdministrator()
  asha = await app.addCustomer()
  ravi = await app.addCustomer()
  for (let i = 0; i < 7; i += 1) {
    // Two rows with the same time: the id orders them.
    if (i % 2 === 0) app.advance(1_000)
    const { cookie } = i < 4 ? asha : ravi
    orders.push(await placeOrder(app, cookie, { domain: `shop-${i}.example.com` }))
  }
  await app.request(`/api/admin/orders/${orders[0]?.id}/reject`, {
    cookie: administrator.cookie,
    json: { reason: 'no' },
  })
})
afterAll(() => app.close())

const get = (path: string) => app.request(`/api/admin/${path}`, { cookie: administrator.cookie })
const read = async (path: string) => (await get(path)).body as Page
const idsOf = (page: Page) => page.items.map(({ id }) => id)

const lists = ['orders', 'services', 'users', 'jobs', 'audit', 'mails', 'contact-messages', 'backups']

describe('every list', () => {
  test.each(lists)('%s returns all rows once, newest first, in pages of any size', async (list) => {
    const all = await read(`${list}?limit=100`)
    expect(all.nextCursor).toBeNull()
    const moments = all.items.map(({ createdAt, at }) => createdAt ?? at ?? '')
    expect(moments).toEqual(moments.toSorted().reverse())
    for (const size of [1, 3]) {
      const seen: string[] = []
      let cursor: string | null = ''
      while (cursor !== null) {
        const page: Page = await read(`${list}?limit=${size}&cursor=${cursor}`)
        expect(page.items.length).toBeLessThanOrEqual(size)
        seen.push(...idsOf(page))
        cursor = page.nextCursor
      }
      expect(seen).toEqual(idsOf(all))
    }
  })

  test.each(lists)('%s returns items and nextCursor, and nothing else', async (list) => {
    const first = await read(`${list}?limit=1`)
    expect(Object.keys(first).sort()).toEqual(['items', 'nextCursor'])
  })

  const wrong = [
    'x',
    '%00',
    Buffer.from('1:2').toString('base64url'),
    Buffer.from(`1:${'-'.repeat(36)}`).toString('base64url'),
    'a'.repeat(201),
  ]
  const cases = lists.flatMap((list) => wrong.map((cursor) => [list, cursor] as const))
  test.each(cases)('%s refuses the cursor %s with 422', async (list, cursor) => {
    expect((await get(`${list}?cursor=${cursor}`)).status).toBe(422)
  })

  test.each(lists)('%s refuses an invalid limit with 422', async (list) => {
    for (const limit of ['0', '-1', '101', '1e9', 'x', '1.5', 'NaN'])
      expect((await get(`${list}?limit=${limit}`)).status).toBe(422)
  })
})

describe('the list of orders', () => {
  test('includes the customer', async () => {
    const { items } = await read('orders?limit=1')
    expect(items[0]).toMatchObject({
      id: orders[6]?.id,
      status: 'pending',
      plan: { name: 'Starter' },
      user: { id: ravi.id, email: ravi.email, mobile: ravi.mobile, firstName: null, lastName: null },
    })
  })

  test('can be filtered by status', async () => {
    expect(idsOf(await read('orders?status=rejected'))).toEqual([orders[0]?.id ?? ''])
    expect((await read('orders?status=pending')).items).toHaveLength(6)
    expect((await read('orders?status=approved')).items).toEqual([])
    for (const status of ['', 'all']) expect((await read(`orders?status=${status}`)).items).toHaveLength(7)
    expect((await get('orders?status=done')).status).toBe(422)
  })

  const find = async (q: string) => idsOf(await read(`orders?q=${encodeURIComponent(q)}`)).sort()
  const ids = (from: number, to: number) =>
    orders
      .slice(from, to)
      .map(({ id }) => id)
      .sort()

  test('begins with the order that has waited longest, in pages of any size, with and without a search', async () => {
    const waiting = orders.slice(1).map(({ id }) => id)
    const all = await read('orders?status=pending')
    const moments = all.items.map(({ createdAt = '' }) => createdAt)
    expect(moments).toEqual(moments.toSorted())
    expect(idsOf(all).toSorted()).toEqual(waiting.toSorted())
    for (const address of ['orders?status=pending&limit=4', 'orders?status=pending&q=shop-&limit=4']) {
      const first = await read(address)
      const second = await read(`${address}&cursor=${first.nextCursor}`)
      expect([...idsOf(first), ...idsOf(second)]).toEqual(idsOf(all))
    }
  })

  test('can be searched by e-mail prefix, in any case', async () => {
    expect(await find(asha.email)).toEqual(ids(0, 4))
    expect(await find(asha.email.toUpperCase().slice(0, -4))).toEqual(ids(0, 4))
  })

  test('can be searched by the mobile number, with and without its country code, with spaces', async () => {
    const local = asha.mobile.slice(3)
    const written = [`\u202d+91 (0)${local}\u202c`, `\t${local.slice(0, 5)}\u2011${local.slice(5)}`]
    const spaced = `${local.slice(0, 5)} ${local.slice(5)}`
    for (const q of [asha.mobile, local, spaced, ...written, asha.mobile.slice(0, 13)])
      expect(await find(q)).toEqual(ids(0, 4))
    expect((await find(local.slice(0, 5))).length).toBe(7)
  })

  test('can be searched by domain and by id', async () => {
    expect(await find('shop-3.')).toEqual(ids(3, 4))
    expect(await find('SHOP-')).toEqual(ids(0, 7))
    expect(await find(orders[2]?.id ?? '')).toEqual(ids(2, 3))
    expect(await find((orders[2]?.id ?? '').toUpperCase())).toEqual(ids(2, 3))
  })

  test('does not match inside a value, and treats no character as a wildcard', async () => {
    for (const q of [
      'example.com',
      '%',
      '_',
      '%shop',
      'shop_3',
      '\\',
      "'",
      "' or 1=1 --",
      '-',
      '()',
      '"',
      '{{7*7}}',
    ])
      expect([q, await find(q)]).toEqual([q, []])
    expect((await get(`orders?q=${'x'.repeat(255)}`)).status).toBe(422)
    expect((await get('orders?q=%00')).status).toBe(422)
  })

  test('can be filtered by status and searched together', async () => {
    expect(idsOf(await read(`orders?status=rejected&q=${asha.email}`))).toEqual(ids(0, 1))
    expect(idsOf(await read(`orders?status=rejected&q=${ravi.email}`))).toEqual([])
  })
})

describe('the list of services', () => {
  test("includes the owner's name and address", async () => {
    const { items } = await read('services?limit=1')
    expect(items[0]).toMatchObject({
      user: { id: ravi.id, email: ravi.email, firstName: null, lastName: null },
    })
  })

  test('can be searched by domain, e-mail address and id and filtered by status, without wildcards', async () => {
    const [found, ...others] = idsOf(await read('services?q=shop-5'))
    expect(others).toEqual([])
    for (const q of [found ?? '', found?.slice(0, -4).toUpperCase() ?? ''])
      expect(idsOf(await read(`services?q=${q}`))).toContain(found ?? '')
    expect(idsOf(await read(`services?q=${found}`))).toHaveLength(1)
    expect((await read(`services?q=${asha.email}`)).items).toHaveLength(4)
    expect((await read('services?status=terminated')).items).toHaveLength(1)
    for (const q of ['%25', '_', '%25shop']) expect((await read(`services?q=${q}`)).items).toEqual([])
  })
})

describe('a single order', () => {
  test('is shown with all its details, and a malformed id is 404', async () => {
    const { body } = await get(`orders/${orders[0]?.id}`)
    expect(body).toMatchObject({ status: 'rejected', service: { status: 'terminated' } })
    for (const id of ['1', 'x', asha.id, orders[0]?.serviceId, Bun.randomUUIDv7(), '%00', '../users'])
      expect((await get(`orders/${encodeURIComponent(id ?? '')}`)).status).toBe(404)
  })
})

test('health and drivers report the state of the portal', async () => {
  expect((await get('health')).body).toMatchObject({
    version: 'test',
    isReady: true,
    pendingOrders: 6,
    failedJobs: 0,
    problems: [],
  })
  const { body } = await get('drivers')
  const drivers = body as { area: string; isHealthy: boolean }[]
  expect(drivers).toContainEqual(expect.objectContaining({ area: 'Outgoing mail', isHealthy: true }))
  expect(drivers.filter(({ isHealthy }) => !isHealthy)).toEqual([])
  expect(drivers).toContainEqual(
    expect.objectContaining({
      area: 'Web servers',
      name: 'fake',
      mode: 'embedded',
      version: null,
      isHealthy: true,
      message: expect.stringContaining('Exceeding the plan’s memory limit'),
    }),
  )
})

test('counts waiting and failed mails as mails, and omits them from the list of jobs', async () => {
  const { jobs, mails } = app.store.t
  const isWaiting = eq(mails.status, 'queued')
  const [mail] = await app.store.read.select().from(mails).where(isWaiting).limit(1)
  if (!mail) throw new Error('no mail waits')
  const queued = await app.store.read.$count(mails, isWaiting)
  // Jobs that publish notices to open screens are not listed either.
  const isOther = notInArray(jobs.kind, ['mail.send', 'notification.announce'])
  const others = await app.store.read.$count(jobs, isOther)
  expect((await get('health')).body).toMatchObject({ queuedMails: queued, queuedJobs: others, isReady: true })
  const listed = async (query = '') =>
    (await read(`jobs?limit=100${query}`)).items as unknown as { kind: string }[]
  expect(await listed()).toHaveLength(others)
  for (const status of ['queued', 'running', 'done', 'failed'])
    expect((await listed(`&status=${status}`)).filter(({ kind }) => kind === 'mail.send')).toEqual([])
  const lastError = 'The mail server did not accept the mail.'
  await app.store.tx(async (tx) => {
    await tx.update(mails).set({ status: 'failed', lastError }).where(eq(mails.id, mail.id))
    await tx.delete(jobs).where(eq(jobs.id, mail.id))
  })
  expect((await get('health')).body).toMatchObject({ queuedMails: queued - 1, failedJobs: 0, problems: [] })
  expect((await read('mails?limit=100')).items).toContainEqual(
    expect.objectContaining({ id: mail.id, status: 'failed', lastError }),
  )
})

test('lists mails without their contents', async () => {
  const { items } = await read('mails?limit=100')
  expect(items.length).toBeGreaterThan(0)
  for (const mail of items) for (const field of ['text', 'html']) expect(mail).not.toHaveProperty(field)
})

test('health reports failed jobs in the singular and plural', async () => {
  const { jobs } = app.store.t
  const fail = async () => {
    await app.store.tx((tx) => enqueueJob(tx, { kind: 'test', payload: {}, now: app.deps.now() }))
    await app.store.tx((tx) => tx.update(jobs).set({ status: 'failed' }).where(eq(jobs.kind, 'test')))
    return (await get('health')).body
  }
  expect(await fail()).toMatchObject({
    isReady: false,
    problems: ['1 job has failed and waits for a retry.'],
  })
  expect(await fail()).toMatchObject({ problems: ['2 jobs have failed and wait for a retry.'] })
})

test('an audit entry names its actor, its target and its subject', async () => {
  const { items } = await read('audit?limit=100')
  expect(items).toContainEqual(
    expect.objectContaining({
      action: 'order.reject',
      by: expect.objectContaining({ id: administrator.id, email: administrator.email }),
      about: { type: 'order', id: orders[0]?.id, name: 'Starter for shop-0.example.com' },
      customer: expect.objectContaining({ id: asha.id, email: asha.email }),
    }),
  )
  // A target without a row or a name shows its kind and id.
  const unknown = { action: 'order.approve', targetType: 'order', targetId: Bun.randomUUIDv7() }
  await app.store.tx((tx) => appendAudit(tx, { ...unknown, at: app.deps.now(), actorId: null }))
  expect((await read('audit?limit=1')).items).toEqual([
    expect.objectContaining({
      actor: 'portal',
      by: null,
      about: { type: 'order', id: unknown.targetId, name: null },
      customer: null,
    }),
  ])
})

test('a job names its target and owner', async () => {
  const relatedId = orders[1]?.serviceId ?? ''
  const job = { kind: 'service.provision', payload: {}, userId: asha.id, relatedId }
  await app.store.tx((tx) => enqueueJob(tx, { ...job, now: app.deps.now() }))
  expect((await read('jobs?limit=100')).items).toContainEqual(
    expect.objectContaining({
      kind: 'service.provision',
      about: { type: 'service', id: relatedId, name: 'shop-1.example.com' },
      customer: expect.objectContaining({ id: asha.id }),
    }),
  )
})
