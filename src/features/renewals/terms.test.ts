import { afterAll, beforeAll, expect, test } from 'bun:test'
import { day, formatDate } from '#shared/time.ts'
import { createTestApp, type TestApp } from '#test/support/app.ts'
import { buyService, daysAfter, passTo, workRenewals } from '#test/support/renewals.ts'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())

test('applies another term from the next invoice on', async () => {
  const { post, read, pay } = await buyService(app)
  const { paidUntil } = await read()
  expect((await post('term', { term: 'yearly' }, 'PUT')).status).toBe(200)
  expect(await read()).toMatchObject({ term: 'yearly', paidUntil, next: { amount: 99 * 12 } })
  await passTo(app, daysAfter(paidUntil, -14))
  expect((await read()).due).toMatchObject([{ amount: 1_188 }])
  await pay()
  expect((await read()).paidUntil).toBe('2027-12-20T06:30:00.000Z')
  expect((await post('term', { term: 'daily' }, 'PUT')).body).toMatchObject({
    fields: { term: 'Choose monthly, quarterly or yearly.' },
  })
})

test('appends prepaid terms to the paid time, with one open invoice at a time', async () => {
  const { post, read, pay } = await buyService(app)
  const { paidUntil } = await read()
  const reply = await post('renew', { terms: 3 })
  expect(reply.status).toBe(201)
  expect(reply.body).toMatchObject({ amount: 297 })
  const again = await post('renew', { terms: 1 })
  expect(again.status).toBe(409)
  expect(again.body).toMatchObject({ invoiceId: (reply.body as { invoiceId: string }).invoiceId })
  await pay()
  const after = new Date((await read()).paidUntil)
  expect((after.getTime() - new Date(paidUntil).getTime()) / day).toBeGreaterThan(88)
  expect((await post('renew', { terms: 0 })).status).toBe(422)
  expect((await post('renew', { terms: 37 })).status).toBe(422)
})

test('issues one invoice for two concurrent requests to pay ahead', async () => {
  const { post, read } = await buyService(app)
  const replies = await Promise.all([post('renew', { terms: 1 }), post('renew', { terms: 1 })])
  expect(replies.map(({ status }) => status).toSorted()).toEqual([201, 409])
  expect((await read()).due).toHaveLength(1)
})

test('bills each period once, ending on its day, over two years with a leap day and financial years', async () => {
  const start = new Date('2027-12-31T06:30:00.000Z')
  app.advance(start.getTime() - app.deps.now().getTime())
  const services = await Promise.all(
    (['monthly', 'quarterly', 'yearly'] as const).map(async (term) => {
      const service = await buyService(app)
      await service.post('term', { term }, 'PUT')
      return { ...service, ends: [] as string[] }
    }),
  )
  for (let weeks = 0; weeks < 106; weeks += 1) {
    app.advance(7 * day)
    await workRenewals(app)
    for (const { read, pay, ends } of services) {
      const { due } = await read()
      if (due.length === 0) continue
      await pay()
      ends.push(formatDate((await read()).paidUntil))
    }
  }
  const [monthly, quarterly, yearly] = services.map(({ ends }) => ends)
  expect(monthly?.slice(0, 4)).toEqual(['29 Feb 2028', '31 Mar 2028', '30 Apr 2028', '31 May 2028'])
  expect(monthly).toContain('28 Feb 2029')
  expect(new Set(monthly).size).toBe(monthly?.length ?? 0)
  expect(monthly?.length).toBe(24)
  expect(quarterly?.slice(0, 4)).toEqual(['30 Apr 2028', '31 Jul 2028', '31 Oct 2028', '31 Jan 2029'])
  expect(yearly).toEqual(['31 Jan 2029', '31 Jan 2030'])
  for (const { steps } of services) expect(new Set(await steps())).toEqual(new Set(['invoice']))
}, 300_000)
