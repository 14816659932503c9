import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { Hono } from 'hono'
import { createApp } from '#app/app.ts'
import { appRouter } from '#app/router.ts'
import { idleLoop } from '#server/event-loop.ts'
import { createTestApp, findPlan, type TestApp, testOrigin } from '#test/support/app.ts'
import { openClientBuild } from '#web/client-build.ts'
import type { RenderPage } from '#web/rendering.ts'
import { createAdmission } from './limits/admission.ts'
import { createPages, mountPages } from './pages.ts'
import { createTransport, type RequestEnv } from './transport.ts'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())

const entry = '/assets/main.js'
const manifest = { sources: '', entry, css: '/assets/app.css', fonts: [], pages: {}, liveWorker: '' }

test('an expired share link returns the HTML 404 to a browser and a JSON 404 to a program', async () => {
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
  // Readers receive a change immediately after it.
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

describe('a page of status 500', () => {
  async function openWith(renderPage: RenderPage, deps = app.deps) {
    const transport = createTransport(deps)
    const build = openClientBuild(manifest, [])
    const pages = createPages(deps, transport, { build, router: appRouter, renderPage })
    const requestId = Bun.randomUUIDv7()
    const hono = new Hono<RequestEnv>()
    mountPages(hono, transport, { pages, admission: createAdmission(idleLoop) })
    const answer = await hono.fetch(new Request(`${testOrigin}/terms?a=b`), {
      requestId,
      addressOf: () => '192.0.2.1',
    })
    return {
      answer,
      logged: app.logged.filter((line) => line.includes(requestId)).map((line) => JSON.parse(line)),
    }
  }

  test('with a failed loader is logged with its request id', async () => {
    const failure = new TypeError('planted')
    const { answer, logged } = await openWith(async () => ({ status: 500, html: 'sorry', failure }))
    expect(answer.status).toBe(500)
    expect(logged).toMatchObject([{ level: 'error', path: '/terms', error: 'TypeError', message: 'planted' }])
  })

  test('with a failed render is logged with its request id', async () => {
    const { answer, logged } = await openWith(() => Promise.reject(new TypeError('planted')))
    expect(answer.status).toBe(500)
    expect(logged).toMatchObject([{ level: 'error', path: '/terms', error: 'TypeError', message: 'planted' }])
  })

  test('with a failed call is logged with its request id, once', async () => {
    const fail = () => {
      throw new TypeError('planted')
    }
    const store = Object.create(app.store, { read: { get: fail } })
    const catalogue: RenderPage = async ({ call }) => {
      await expect(call('catalogue.categories', undefined)).rejects.toThrow('Something went wrong')
      return { status: 500, html: 'sorry' }
    }
    const { logged } = await openWith(catalogue, { ...app.deps, store })
    expect(logged).toMatchObject([{ level: 'error', path: 'catalogue.categories' }])
  })
})
