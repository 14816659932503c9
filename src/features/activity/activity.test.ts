import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { rmSync } from 'node:fs'
import { and, eq } from 'drizzle-orm'
import { recordCrash } from '#features/hosting/supervisor/crashes.ts'
import { day, hour, minute } from '#shared/time.ts'
import { createTestApp, placeOrder, type TestApp } from '#test/support/app.ts'
import { createSite, layFiles } from '#test/support/backups.ts'
import type { Activity } from './contract.ts'

let app: TestApp
let site: Awaited<ReturnType<typeof createSite>>

beforeEach(async () => {
  app = await createTestApp()
  site = await createSite(app)
})
afterEach(() => app.close())

const nameOfSite = 'Starter'

const read = (cookie?: string) => app.request('/api/trpc/activity.list', { cookie })

async function list(cookie = site.customer.cookie): Promise<Activity[]> {
  const { status, body } = await read(cookie)
  expect(status).toBe(200)
  return (body as { result: { data: Activity[] } }).result.data
}

const ofKind = async (kind: Activity['kind']) => (await list()).filter((each) => each.kind === kind)

const setService = (values: object) =>
  app.store.tx((tx) =>
    tx.update(tx.t.userServices).set(values).where(eq(tx.t.userServices.id, site.serviceId)),
  )

async function decide(id: string, verb: 'approve' | 'reject', json: object = {}): Promise<void> {
  const { cookie } = await app.addAdministrator()
  expect((await app.request(`/api/admin/orders/${id}/${verb}`, { cookie, json })).status).toBe(200)
}

test('shows activities to their owner only', async () => {
  expect((await read()).status).toBe(401)
  await site.backUp()
  const other = await app.addCustomer()
  expect(await list(other.cookie)).toEqual([])
  expect(await list()).toHaveLength(3)
})

describe('an order', () => {
  test('shows as waiting, as being set up, and as done once its service runs', async () => {
    const order = await placeOrder(app, site.customer.cookie, { domain: 'shop.example.com' })
    const about = async () => (await ofKind('order')).find(({ id }) => id === `order:${order.id}`)
    expect(await about()).toMatchObject({
      state: 'waiting',
      title: 'Starter order',
      subject: 'Starter · shop.example.com',
      detail: 'Awaiting approval.',
      progress: null,
      href: '/pending-activation',
    })
    app.advance(hour)
    await decide(order.id, 'approve')
    expect(await about()).toMatchObject({ state: 'running', progress: 0, at: app.deps.now().toISOString() })
    app.advance(hour)
    await app.work()
    expect(await about()).toMatchObject({ state: 'done', detail: null, at: app.deps.now().toISOString() })
  })

  test('shows its step, that a step is retried, and that it failed', async () => {
    await setService({ status: 'pending', provisioningState: 'running', provisioningStep: 'server' })
    expect(await ofKind('order')).toMatchObject([{ state: 'running', progress: 50 }])
    await setService({ provisioningState: 'retrying' })
    expect(await ofKind('order')).toMatchObject([
      { state: 'running', detail: 'A setup step failed and is being retried.' },
    ])
    await setService({ provisioningState: 'failed' })
    expect(await ofKind('order')).toMatchObject([
      {
        state: 'failed',
        detail: 'Setup failed. An administrator needs to look at it.',
        progress: null,
      },
    ])
  })

  test('shows why it was rejected, and disappears when cancelled', async () => {
    const [rejected, cancelled] = [
      await placeOrder(app, site.customer.cookie, { domain: 'one.example.com' }),
      await placeOrder(app, site.customer.cookie, { domain: 'two.example.com' }),
    ]
    await decide(rejected.id, 'reject', { reason: 'The card was declined.' })
    await site.call('POST', `/api/orders/${cancelled.id}/cancel`)
    const orders = await ofKind('order')
    expect(orders.map(({ state }) => state).sort()).toEqual(['done', 'failed'])
    expect(orders).toContainEqual(
      expect.objectContaining({ id: `order:${rejected.id}`, detail: 'The card was declined.' }),
    )
  })
})

describe('a backup', () => {
  test('shows its progress while it runs, and that it is done', async () => {
    await site.start('files')
    await app.store.tx((tx) => tx.update(tx.t.backups).set({ progress: 40 }))
    expect(await ofKind('backup')).toMatchObject([
      {
        state: 'running',
        title: 'Files backup',
        subject: nameOfSite,
        progress: 40,
        href: `/backups?service=${site.serviceId}`,
      },
    ])
    await app.work()
    expect(await ofKind('backup')).toMatchObject([{ state: 'done', progress: null, detail: null }])
  })

  test('shows why it failed, and whether it was scheduled', async () => {
    await site.start()
    const failed = { status: 'failed' as const, reason: 'The disk is full.', origin: 'schedule' as const }
    await app.store.tx((tx) => tx.update(tx.t.backups).set(failed))
    expect(await ofKind('backup')).toMatchObject([
      { state: 'failed', title: 'Full backup, scheduled', detail: 'The disk is full.' },
    ])
  })
})

describe('a restore', () => {
  test('waits for its turn, shows its step and ends; its safety copy is not listed separately', async () => {
    layFiles(site.root, { 'index.html': 'hello' })
    const { id } = await site.backUp()
    expect((await site.restore(id)).status).toBe(202)
    expect(await ofKind('restore')).toMatchObject([
      {
        state: 'running',
        detail: 'Waiting for its turn.',
        subject: nameOfSite,
        href: `/backups?service=${site.serviceId}`,
      },
    ])
    const { jobs } = app.store.t
    const isRestore = and(eq(jobs.relatedId, id), eq(jobs.kind, 'backup.restore'))
    await app.store.tx((tx) => tx.update(jobs).set({ step: 'verify' }).where(isRestore))
    expect(await ofKind('restore')).toMatchObject([{ state: 'running', detail: 'Checking the backup.' }])
    await app.work()
    expect(await ofKind('restore')).toMatchObject([{ state: 'done', detail: null }])
    expect(await ofKind('backup')).toHaveLength(1)
  })

  test('stays listed after it failed, beside the next one', async () => {
    const { id } = await site.backUp()
    rmSync(site.archive(id))
    await site.restore(id)
    await app.work()
    expect(await ofKind('restore')).toMatchObject([
      { state: 'failed', detail: expect.stringMatching(/archive of this backup is missing/) },
    ])
    app.advance(hour)
    const { id: other } = await site.backUp()
    await site.restore(other)
    expect((await ofKind('restore')).map(({ state }) => state)).toEqual(['running', 'failed'])
  })

  test('does not show as interrupted before its end is in the audit log', async () => {
    const { id } = await site.backUp()
    await site.restore(id)
    const { jobs } = app.store.t
    const done = { status: 'done' as const, finishedAt: app.deps.now() }
    await app.store.tx((tx) => tx.update(jobs).set(done).where(eq(jobs.relatedId, id)))
    expect(await ofKind('restore')).toMatchObject([{ state: 'running' }])
    app.advance(2 * minute)
    expect(await ofKind('restore')).toMatchObject([{ state: 'failed' }])
  })

  test('shows as interrupted when no worker runs it any more', async () => {
    const { id } = await site.backUp()
    await site.restore(id)
    const { jobs } = app.store.t
    await app.store.tx((tx) => tx.update(jobs).set({ status: 'failed' }).where(eq(jobs.relatedId, id)))
    expect(await ofKind('restore')).toMatchObject([
      { state: 'failed', detail: 'Interrupted. Nothing was changed.' },
    ])
  })
})

describe('a restart', () => {
  const restart = async () =>
    expect((await site.call('POST', `/api/server-restart/${site.serviceId}`)).status).toBe(202)

  test('shows until the server runs', async () => {
    await restart()
    expect(await ofKind('restart')).toMatchObject([
      {
        state: 'running',
        title: 'Restart',
        subject: nameOfSite,
        href: `/server-management/${site.serviceId}`,
      },
    ])
    await app.work()
    expect(await ofKind('restart')).toMatchObject([{ state: 'done' }])
  })

  test('fails when the server gave up, and not when somebody stopped it', async () => {
    await restart()
    await app.work()
    app.advance(hour)
    await site.call('POST', `/api/server-stop/${site.serviceId}`)
    expect((await ofKind('restart')).map(({ title, state }) => [title, state])).toEqual([
      ['Stop', 'done'],
      ['Restart', 'done'],
    ])
    app.advance(hour)
    await site.call('POST', `/api/server-start/${site.serviceId}`)
    app.advance(hour)
    await setService({ autoRestart: false })
    expect(await recordCrash(app.deps, site.serviceId, 'start')).toBeNull()
    expect(await ofKind('restart')).toMatchObject([
      { state: 'failed', title: 'Start', detail: 'It crashed, and auto-restart is off.' },
      { state: 'done', title: 'Stop' },
      { state: 'done', title: 'Restart' },
    ])
  })
})

describe('a stop', () => {
  test('by its owner shows as done', async () => {
    expect((await site.call('POST', `/api/server-stop/${site.serviceId}`)).status).toBe(200)
    expect(await ofKind('restart')).toMatchObject([
      {
        state: 'done',
        title: 'Stop',
        subject: 'Starter',
        detail: null,
        href: `/server-management/${site.serviceId}`,
      },
    ])
  })

  test('by the portal after a crash shows as failed with its reason', async () => {
    await setService({ autoRestart: false })
    expect(await recordCrash(app.deps, site.serviceId, 'ended')).toBeNull()
    expect(await ofKind('restart')).toMatchObject([
      { state: 'failed', title: 'Stop', detail: 'It crashed, and auto-restart is off.' },
    ])
  })
})

test('a publish shows which project went to which site', async () => {
  const { body } = await site.call('POST', '/api/projects', { name: 'Temple bells' })
  const { id } = body as { id: string }
  await site.call('POST', '/api/projects/files', { projectId: id, name: 'index.html', type: 'html' })
  await site.call('POST', `/api/projects/${id}/publish`, { serviceId: site.serviceId })
  expect(await ofKind('publish')).toMatchObject([
    {
      state: 'done',
      title: 'Publish to Starter',
      subject: 'Temple bells',
      href: `/projects?project=${id}`,
    },
  ])
})

test('lists ended activities for seven days, and running ones as long as they run', async () => {
  await site.backUp()
  const waiting = await placeOrder(app, site.customer.cookie)
  app.advance(7 * day)
  expect(await list()).toHaveLength(4)
  app.advance(1)
  expect((await list()).map(({ id }) => id)).toEqual([`order:${waiting.id}`])
})

test('lists at most fifty entries, newest first, and never omits a running one', async () => {
  const waiting = await placeOrder(app, site.customer.cookie)
  const { id: userId } = site.customer
  const row = { userId, serviceId: site.serviceId, fileName: 'a.zip', status: 'completed' as const }
  const rows = Array.from({ length: 60 }, (_, i) => ({
    ...row,
    id: Bun.randomUUIDv7(),
    createdAt: new Date(app.deps.now().getTime() + (i + 1) * 1_000),
  }))
  await app.store.tx((tx) => tx.insert(tx.t.backups).values(rows))
  const activities = await list()
  expect(activities).toHaveLength(50)
  expect(activities[0]?.id).toBe(`backup:${rows.at(-1)?.id}`)
  expect(activities.map(({ at }) => at)).toEqual(
    activities
      .map(({ at }) => at)
      .toSorted()
      .toReversed(),
  )
  expect(activities.some(({ id }) => id === `order:${waiting.id}`)).toBe(true)
})
