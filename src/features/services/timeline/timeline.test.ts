import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { appendAudit } from '#db/audit/audit.ts'
import { recordCrash } from '#features/hosting/supervisor/crashes.ts'
import { day, hour, minute } from '#shared/time.ts'
import { createTestApp, type TestApp } from '#test/support/app.ts'
import { createSite } from '#test/support/backups.ts'
import type { Timeline } from '../contract/timeline.ts'

let app: TestApp
let site: Awaited<ReturnType<typeof createSite>>
beforeEach(async () => {
  app = await createTestApp()
  site = await createSite(app)
  app.advance(minute)
})
afterEach(() => app.close())

const ask = (input: object, cookie?: string) =>
  app.request(`/api/trpc/servers.timeline?input=${encodeURIComponent(JSON.stringify(input))}`, { cookie })

async function read(until?: string): Promise<Timeline> {
  const { status, body } = await ask(
    { id: site.serviceId, ...(until ? { until } : {}) },
    site.customer.cookie,
  )
  expect(status).toBe(200)
  return (body as { result: { data: Timeline } }).result.data
}

const shown = ({ events }: Timeline) => events.map(({ kind, detail }) => [kind, detail])

async function power(action: 'start' | 'stop' | 'restart'): Promise<void> {
  expect((await site.call('POST', `/api/server-${action}/${site.serviceId}`)).status).toBeLessThan(300)
  await app.work()
  app.advance(minute)
}

async function publish(): Promise<void> {
  const { body } = await site.call('POST', '/api/projects', { name: 'Temple bells' })
  const { id } = body as { id: string }
  await site.call('POST', '/api/projects/files', { projectId: id, name: 'index.html', type: 'html' })
  await site.call('POST', `/api/projects/${id}/publish`, { serviceId: site.serviceId })
}

describe('a site’s timeline', () => {
  test('lists server actions, newest first', async () => {
    await power('restart')
    await power('stop')
    await power('start')
    await publish()
    app.advance(minute)
    await recordCrash(app.deps, site.serviceId, 'memory')
    expect(shown(await read())).toEqual([
      ['crash', 'The web server used more memory than the plan allows.'],
      ['publish', 'Temple bells'],
      ['start', null],
      ['stop', null],
      ['restart', null],
    ])
  })

  test('lists every publish of a project, not only the last one', async () => {
    await publish()
    app.advance(hour)
    await publish()
    expect(shown(await read())).toEqual([
      ['publish', 'Temple bells'],
      ['publish', 'Temple bells'],
    ])
  })

  test('lists completed backups as restorable, failed ones with their reason, and no running ones', async () => {
    const { id, createdAt, fileName } = await site.backUp()
    app.advance(minute)
    await site.start()
    expect((await read()).events).toMatchObject([
      { kind: 'backup', at: createdAt, detail: 'Full backup', backup: { id, fileName, canRestore: true } },
    ])
    await app.store.tx((tx) => tx.update(tx.t.backups).set({ status: 'failed', reason: 'The disk is full.' }))
    const [newest] = (await read()).events
    expect(newest).toMatchObject({ detail: 'The disk is full.', backup: { canRestore: false } })
  })

  test('says whether a backup is verified', async () => {
    await site.backUp()
    const set = (verifiedAt: Date | null) => app.store.tx((tx) => tx.update(tx.t.backups).set({ verifiedAt }))
    const verified = async () => (await read()).events.map(({ backup }) => backup?.isVerified)
    await set(null)
    expect(await verified()).toEqual([false])
    await set(app.deps.now())
    expect(await verified()).toEqual([true])
  })

  test('lists a restore of this site with its safety copy, and no other site of the same owner', async () => {
    const { id } = await site.backUp()
    app.advance(minute)
    await site.restore(id)
    await app.work()
    await app.store.tx((tx) =>
      appendAudit(tx, {
        at: app.deps.now(),
        actorId: null,
        action: 'backup.restored',
        targetType: 'backup',
        targetId: Bun.randomUUIDv7(),
        userId: site.customer.id,
        details: { serviceId: Bun.randomUUIDv7() },
      }),
    )
    const kinds = shown(await read())
    expect(kinds).toHaveLength(3)
    expect(kinds).toContainEqual(['restore', null])
    expect(kinds).toContainEqual(['backup', 'Safety copy before a restore'])
  })

  test('covers seven days per page, with earlier events on the previous page', async () => {
    await power('restart')
    app.advance(7 * day)
    await power('stop')
    const page = await read()
    expect(shown(page)).toEqual([['stop', null]])
    expect(new Date(page.to).getTime() - new Date(page.from).getTime()).toBe(7 * day)
    expect(page.uptime.length).toBeGreaterThan(0)
    expect(page.earlier).toBe(page.from)
    const before = await read(page.earlier ?? '')
    expect(shown(before)).toEqual([['restart', null]])
    expect(before).toMatchObject({ to: page.from, earlier: null, uptime: [] })
  })

  test('uses one-minute blocks for a site that is an hour old, and starts at its setup, not its order', async () => {
    const { userServices } = app.store.t
    const began = app.deps.now()
    await app.store.tx((tx) =>
      tx
        .update(userServices)
        .set({ createdAt: new Date(began.getTime() - 3 * day), activatedAt: began })
        .where(eq(userServices.id, site.serviceId)),
    )
    const lengths = async () => {
      const { uptime } = await read()
      return uptime.map(({ from, to }) => Date.parse(String(to)) - Date.parse(String(from)))
    }
    app.advance(10 * minute)
    expect((await read()).began).toBe(began.toISOString())
    expect((await read()).earlier).toBeNull()
    expect(new Set(await lengths())).toEqual(new Set([minute]))
    expect((await lengths()).length).toBeLessThanOrEqual(11)
    app.advance(5 * hour)
    expect(new Set(await lengths())).toEqual(new Set([hour / 2]))
    app.advance(5 * day)
    expect(new Set(await lengths())).toEqual(new Set([2 * hour]))
  })

  test('is split where a page is full, and each event is on one page', async () => {
    const at = (seconds: number) => new Date(app.deps.now().getTime() + seconds * 1_000)
    const entry = { actorId: null, action: 'service.crash', targetType: 'service', targetId: site.serviceId }
    await app.store.tx(async (tx) => {
      for (let i = 0; i < 250; i++) await appendAudit(tx, { ...entry, at: at(i), userId: site.customer.id })
    })
    app.advance(hour)
    const first = await read()
    expect(first.events).toHaveLength(200)
    const second = await read(first.earlier ?? '')
    expect(second.events).toHaveLength(50)
    expect(new Set([...first.events, ...second.events].map(({ id }) => id)).size).toBe(250)
  })
})

test('a timeline is 401 without a session and 404 for another customer’s and a missing service', async () => {
  const { cookie } = await app.addCustomer()
  const answers = await Promise.all([
    ask({ id: site.serviceId }),
    ask({ id: site.serviceId }, cookie),
    ask({ id: Bun.randomUUIDv7() }, site.customer.cookie),
  ])
  expect(answers.map(({ status }) => status)).toEqual([401, 404, 404])
})

test.each(['yesterday', '2026-13-40T00:00:00Z', ''])('rejects the time %p with 422', async (until) => {
  expect((await ask({ id: site.serviceId, until }, site.customer.cookie)).status).toBe(422)
})
