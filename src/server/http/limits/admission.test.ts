import { afterAll, beforeAll, describe, expect, jest, test } from 'bun:test'
import { createApp } from '#app/app.ts'
import { createTestApp, type TestApp, testOrigin } from '#test/support/app.ts'
import { openClientBuild } from '#web/client-build.ts'
import { watchLoop } from '../../event-loop.ts'
import { createAdmission, uploadsInAll } from './admission.ts'

const loopOf = (lateMs: number, arrivals = 1_000) => ({ lateMs: () => lateMs, arrived: () => arrivals })

const outcome = (entering: Promise<unknown>) =>
  entering.then(
    () => 'in',
    ({ status }) => status,
  )

describe('a lagging event loop', () => {
  const askAll = async (lateMs: number, arrivals?: number) => {
    const admission = createAdmission(loopOf(lateMs, arrivals))
    return {
      page: await outcome(admission.enter('page')),
      upload: await outcome(admission.enter('upload')),
      call: await outcome(admission.enter('call')),
    }
  }

  test('refuses pages and uploads before calls', async () => {
    expect(await askAll(20)).toEqual({ page: 'in', upload: 'in', call: 'in' })
    expect(await askAll(150)).toEqual({ page: 503, upload: 503, call: 'in' })
    expect(await askAll(400)).toEqual({ page: 503, upload: 503, call: 503 })
  })

  test('still admits light traffic, since one slow query is not overload', async () => {
    expect(await askAll(5_000, 10)).toEqual({ page: 'in', upload: 'in', call: 'in' })
  })
})

test('concurrent uploads are limited, and a finished one makes room for another', async () => {
  const admission = createAdmission(loopOf(0))
  const leave = []
  for (let i = 0; i < uploadsInAll; i += 1) leave.push(await admission.enter('upload'))
  expect(await outcome(admission.enter('upload'))).toBe(503)
  leave.pop()?.()
  expect(await outcome(admission.enter('upload'))).toBe('in')
})

test('pages wait behind the slow first ones after a start, as long as their queue is short', async () => {
  jest.useFakeTimers()
  try {
    const admission = createAdmission(loopOf(0))
    const slow = await Promise.all(Array.from({ length: 4 }, () => admission.enter('page')))
    const queue = Array.from({ length: 24 }, () => outcome(admission.enter('page')))
    expect(await outcome(admission.enter('page'))).toBe(503)
    jest.advanceTimersByTime(5_000)
    slow[0]?.()
    expect(await queue[0]).toBe('in')
    jest.advanceTimersByTime(5_000)
    expect(await Promise.all(queue.slice(1))).toEqual(Array(23).fill(503))
  } finally {
    jest.useRealTimers()
  }
})

describe('an overloaded portal', () => {
  let app: TestApp
  beforeAll(async () => {
    app = await createTestApp()
  })
  afterAll(() => app.close())

  const manifest = {
    sources: '',
    entry: '/assets/main.js',
    css: '/assets/app.css',
    fonts: [],
    pages: {},
    liveWorker: '',
  }

  function openAt(lateMs: number) {
    const build = openClientBuild(manifest, [])
    const files = (request: Request) => (request.url.endsWith('.js') ? new Response('a script') : null)
    const portal = createApp(app.deps, { files, build }, loopOf(lateMs))
    return (path: string, init: RequestInit = {}) =>
      portal.fetch(new Request(testOrigin + path, init), () => '192.0.2.1')
  }

  test('refuses requests with Retry-After, as a page or as JSON', async () => {
    const ask = openAt(1_000)
    const page = await ask('/contact')
    expect([page.status, page.headers.get('retry-after')]).toEqual([503, '2'])
    expect(page.headers.get('content-type')).toStartWith('text/html')
    expect(await page.text()).toContain('The portal is busy. Please try again in a moment.')
    const call = await ask('/api/service-categories')
    expect([call.status, call.headers.get('retry-after')]).toEqual([503, '2'])
    expect(await call.json()).toMatchObject({ code: 'UNAVAILABLE', message: expect.stringContaining('busy') })
    const form = await ask('/contact', { method: 'POST', body: new URLSearchParams({ name: 'a' }) })
    expect(form.status).toBe(503)
    expect(app.logged).toEqual([])
  })

  test('still answers health and readiness checks, and serves static files', async () => {
    const ask = openAt(60_000)
    for (const path of ['/health', '/ready', '/assets/main.js']) expect((await ask(path)).status).toBe(200)
  })

  test('answers calls while it refuses pages', async () => {
    const ask = openAt(150)
    expect((await ask('/contact')).status).toBe(503)
    expect((await ask('/api/service-categories')).status).toBe(200)
  })
})

test('the lag is the delay of the last beat, or of the next one when that is overdue', () => {
  jest.useFakeTimers()
  let time = 0
  const loop = watchLoop(() => time)
  const beat = (afterMs: number) => {
    time += afterMs
    jest.advanceTimersByTime(20)
  }
  try {
    beat(20)
    expect(loop.lateMs()).toBe(0)
    time += 300
    expect(loop.lateMs()).toBe(280)
    loop.arrived()
    expect(loop.arrived()).toBe(2)
    beat(20)
    expect(loop.lateMs()).toBe(300)
    expect(loop.arrived()).toBe(2)
    beat(20)
    expect(loop.lateMs()).toBe(0)
  } finally {
    loop.stop()
    jest.useRealTimers()
  }
})
