import { afterAll, beforeAll, expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { createApp } from '#app/app.ts'
import { createTestApp, findPlan, type TestApp, testOrigin } from '#test/support/app.ts'
import { openClientBuild } from '#web/client-build.ts'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())

const entry = '/assets/main.js'
const manifest = { sources: '', entry, css: '/assets/app.css', fonts: [], pages: {}, liveWorker: '' }

test('an expired share link shows a browser the HTML 404, and a program a JSON one', async () => {
  const portal = createApp(app.deps, { files: () => null, build: openClientBuild(manifest, []) })
  const follow = (accept: string) =>
    portal.fetch(new Request(`${testOrigin}/s/${'x'.repeat(32)}`, { headers: { accept } }), () => '192.0.2.1')
  const page = await follow('text/html,*/*;q=0.8')
  expect([page.status, page.headers.get('content-type')]).toEqual([404, 'text/html; charset=utf-8'])
  expect(await page.text()).toContain('Page Not Found')
  const body = await (await follow('*/*')).json()
  expect(body).toMatchObject({ code: 'NOT_FOUND', message: 'This link was not found.' })
})

test('a page rendered while the catalogue changes is not cached', async () => {
  let isChanging = true
  // Whoever reads hears of a change right after it.
  const store = Object.create(app.store, {
    read: {
      get: () => {
        const change = { userId: '', kind: 'catalogue', id: '', status: 'changed' } as const
        if (isChanging) queueMicrotask(() => app.deps.events.publish(change))
        return app.store.read
      },
    },
  })
  const portal = createApp(
    { ...app.deps, store },
    { files: () => null, build: openClientBuild(manifest, []) },
  )
  const landing = async () => (await portal.fetch(new Request(`${testOrigin}/`), () => '192.0.2.1')).text()
  expect(await landing()).not.toContain('₹4,321')
  isChanging = false
  const { id } = await findPlan(app, 'Premium')
  const { pricingPlans } = app.store.t
  await app.store.tx((tx) =>
    tx.update(pricingPlans).set({ pricePaise: 432_100 }).where(eq(pricingPlans.id, id)),
  )
  expect(await landing()).toContain('₹4,321')
})
