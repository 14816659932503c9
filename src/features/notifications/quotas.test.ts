import { afterAll, beforeAll, expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { activateService, createTestApp, type TestApp } from '#test/support/app.ts'
import { nextLevel, watchingQuotas } from './service/watch-quotas.ts'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())

test.each([
  [79, 0, 0],
  [80, 0, 80],
  [96, 0, 95],
  [94, 95, 95],
  [89, 95, 80],
  [79, 80, 80],
  [74, 80, 0],
  [96, 80, 95],
])('usage of %i %% after a notice for level %i sets the level %i', (percent, notified, level) => {
  expect(nextLevel(percent, notified)).toBe(level)
})

test('notifies the owner of a service once for each level it crosses, and again after usage fell', async () => {
  const { id: userId, cookie } = await app.addCustomer()
  const { serviceId } = await activateService(app, cookie)
  const { userServices: s, pricingPlans: p } = app.store.t
  const [plan] = await app.store.read
    .select({ limits: p.limits })
    .from(s)
    .innerJoin(p, eq(p.id, s.planId))
    .where(eq(s.id, serviceId))
  const fill = async (share: number) => {
    const diskBytes = Math.ceil((plan?.limits.diskBytes ?? 0) * share)
    await app.store.tx((tx) => tx.update(s).set({ diskBytes }).where(eq(s.id, serviceId)))
    app.advance(1_000)
    await watchingQuotas.run(app.deps, new AbortController().signal)
  }
  const subjects = async () => {
    const { body } = await app.request('/api/user/notifications', { cookie })
    return (body as { kind: string; subject: string }[])
      .filter(({ kind }) => kind === 'quota.disk')
      .map(({ subject }) => / (\d+)%/.exec(subject)?.[1])
      .reverse()
  }
  for (const share of [0.5, 0.81, 0.79, 0.82, 0.96, 0.93, 0.96, 0.5, 0.85]) await fill(share)
  expect(await subjects()).toEqual(['80', '95', '80'])
  expect(userId).toBeString()
})
