import { afterAll, beforeAll, expect, test } from 'bun:test'
import type { Activity } from '#features/activity/contract.ts'
import { createTestApp, type TestApp } from '#test/support/app.ts'
import { buyService, daysAfter, passTo } from '#test/support/renewals.ts'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())

test('lists unpaid invoices, a suspension and its end', async () => {
  const { cookie, serviceId, read, pay } = await buyService(app)
  const list = async () => {
    const { body } = await app.request('/api/trpc/activity.list', { cookie })
    const { result } = body as { result: { data: Activity[] } }
    return result.data.filter(({ kind }) => kind === 'renewal')
  }
  expect(await list()).toEqual([])
  const { paidUntil } = await read()
  await passTo(app, daysAfter(paidUntil, -13))
  expect(await list()).toMatchObject([
    { state: 'waiting', title: 'Next term', href: `/server-management/${serviceId}` },
  ])
  await passTo(app, daysAfter(paidUntil, 9))
  expect((await list()).map(({ state, title }) => [state, title])).toContainEqual([
    'failed',
    'Service suspended',
  ])
  await pay()
  expect((await list()).map(({ title }) => title)).toContain('Service reactivated')
  expect((await list()).some(({ state }) => state === 'waiting')).toBe(false)
})
