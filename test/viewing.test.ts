import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, spyOn, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { features } from '#app/features.ts'
import { appRouter } from '#app/router.ts'
import { listRoutes } from '#server/http/rest.ts'
import { proceduresOf } from '#server/trpc/trpc-internals.ts'
import { minute } from '#shared/time.ts'
import { createFixture, type Fixture } from './authorisation/fixture.ts'
import type { Send } from './authorisation/judge.ts'
import { matrix } from './authorisation/matrix.ts'
import type { Row } from './authorisation/row.ts'
import { transportsOf } from './authorisation/sharing.ts'

/**
 * Everything an administrator may read while viewing as a customer. Any other call is refused: a new call shows
 * nothing until it is added here (docs/product/view-as.md, "View as").
 */
const open = new Set([
  'GET /api/user',
  'GET /api/user-services',
  'GET /api/user/services',
  'GET /api/user-services/:id',
  'GET /api/user-services/:id/renewal',
  'GET /api/websites',
  'GET /api/server-stats/:id',
  'GET /api/server-processes/:id',
  'GET /api/server-metrics/:id',
  'GET /api/server-logs/:id',
  'servers.today',
  'servers.limits',
  'servers.timeline',
  'servers.overview',
  'GET /api/service-categories',
  'GET /api/pricing-plans/:categoryId',
  'catalogue.all',
  'GET /api/status',
  'GET /api/user/orders',
  'GET /api/invoices',
  'GET /api/invoices/:id',
  'GET /api/invoices/:id/pdf',
  'GET /api/invoices/:id/pay',
  'GET /api/orders/:id/pay',
  'GET /api/user/account-credit',
  'GET /api/user/billing-details',
  'GET /api/renewals/due',
  'GET /api/user/notifications',
  'GET /api/user/notifications/unread',
  'GET /api/user/notifications/preferences',
  'activity.list',
  'GET /api/domains',
  'GET /api/domains/offer',
  'GET /api/domains/:id/pointing',
  'GET /api/domains/:id/seen-by',
  'GET /api/domains/:id/dns',
  'GET /api/domains/:id/dns/serving',
  'GET /api/domains/:id/history',
  'GET /api/domains/:id/subdomains',
  'GET /api/domains/:id/dnssec',
  'GET /api/domains/:id/ssl',
  'GET /api/databases',
  'GET /api/databases/:serviceId',
  'GET /api/databases/engines',
  'GET /api/databases/:id/usage',
  'GET /api/databases/dumps',
  'GET /api/files',
  'GET /api/files/:serviceId',
  'files.browse',
  'files.get',
  'GET /api/files/trash',
  'files.trashTotals',
  'GET /api/files/shares',
  'GET /api/email/accounts',
  'GET /api/email/stats',
  'GET /api/email/domains',
  'GET /api/email/domains/:id',
  'GET /api/email/deleted',
  'GET /api/email/setup',
  'GET /api/backups',
  'GET /api/backups/:serviceId',
  'GET /api/backups/schedule',
  'backups.schedules',
  'GET /api/projects',
  'projects.outline',
  'GET /api/projects/:id/publish',
  'GET /api/projects/:id/missing',
  'GET /api/projects/files/:fileId/versions',
  'GET /api/cloud/providers',
  'GET /api/cloud/all-services',
  'cloud.get',
  'GET /api/cloud/load-balancers',
  'GET /api/cloud/cdn',
  'GET /api/cloud/api-gateways',
  'GET /api/cloud/messaging',
  'GET /api/cloud/devops',
  'GET /api/cloud/ml-services',
  'GET /api/cloud/monitoring',
  'GET /api/cloud/metrics',
  'GET /api/cloud/costs',
  'GET /api/objects/:id',
  'GET /api/events',
])
// Public calls with the same answer for every caller.
const forAll = new Set([
  'GET /health',
  'GET /ready',
  'GET /metrics',
  'GET /api/openapi.json',
  'GET /api/docs',
  'GET /api/login',
  'GET /preview',
])

const procedures = proceduresOf(appRouter)
const procedureOf = new Map(
  listRoutes(appRouter).map(({ method, path, procedure }) => [`${method} ${path}`, procedure]),
)
type Call = { row: Row; procedure: string | undefined; isChange: boolean }
const writtenPaths = features.flatMap((feature) => ('http' in feature ? feature.http.routes : []))
const calls: Call[] = matrix.map((row) => {
  const procedure = procedureOf.get(row.route) ?? (row.route.includes(' ') ? undefined : row.route)
  const isChange = procedure ? procedures[procedure]?._def.type !== 'query' : !row.route.startsWith('GET ')
  return { row, procedure, isChange }
})
const named = (all: Call[]) => all.map((call) => [call.row.route, call] as const)

let fixture: Fixture
let cookie: string
let view: string
let writes: ReturnType<typeof spyOn>
beforeAll(async () => {
  fixture = await createFixture()
})
beforeEach(async () => {
  cookie = (await fixture.cookie('administrator')) ?? ''
  view = await begin()
  writes = spyOn(fixture.app.store, 'tx')
})
afterEach(async () => {
  writes.mockRestore()
  await fixture.revive()
})
afterAll(() => fixture.close())

async function begin(customerId = fixture.people.owner.id): Promise<string> {
  const path = `/api/admin/customers/${customerId}/view`
  const { status, body } = await fixture.send(path, { method: 'POST', cookie })
  expect(status).toBe(201)
  return (body as { id: string }).id
}

/** A call as the administrator sends it in the view, with the customer’s own ids in it. */
async function ask({ row }: Pick<Call, 'row'>, send: Send, by = cookie) {
  const [id, json, form] = [await row.item?.(fixture), await row.json?.(fixture), row.form?.(fixture)]
  // Creating the objects may take longer than a view lasts.
  view = await begin()
  writes.mockClear()
  const { status, text, body } = await send({ cookie: by, actingFor: view, id, json, form })
  const error = ((body as { error?: { data?: { body?: object } } } | null)?.error?.data?.body ?? body) as {
    code?: string
    message?: string
  } | null
  return { status, text, code: error?.code, message: error?.message, written: writes.mock.calls.length }
}

const secret = /"(\w*(?:password|secret|hash|token|sid|sess)\w*)":/i

test('every permitted call exists, and none of them changes anything or is an administrator’s', () => {
  const known = new Map(calls.map((call) => [call.row.route, call]))
  expect([...open].filter((route) => !known.has(route))).toEqual([])
  const wrong = [...open].filter(
    (route) => known.get(route)?.isChange || known.get(route)?.row.access === 'administrator',
  )
  expect(wrong).toEqual([])
  expect(writtenPaths.length).toBeGreaterThan(20)
})

describe('is refused in a view, before it has any effect:', () => {
  const closed = calls.filter(({ row }) => !open.has(row.route) && !forAll.has(row.route))
  test.each(named(closed))('%s', async (_, call) => {
    for (const send of transportsOf(fixture, call)) {
      const { status, code, message, text, written } = await ask(call, send)
      expect([status, code, written]).toEqual([403, 'FORBIDDEN', 0])
      const why = call.isChange ? 'nothing can be changed.' : 'this is private to the account.'
      expect(message).toBe(`You are viewing as ${fixture.people.owner.email}; ${why}`)
      expect(secret.exec(text)).toBeNull()
    }
  })
})

describe('is answered in a view as to the customer, writes nothing and contains no secret:', () => {
  test.each(named(calls.filter(({ row }) => open.has(row.route))))('%s', async (_, call) => {
    for (const send of transportsOf(fixture, call)) {
      const { status, text, written } = await ask(call, send)
      expect([call.row.ok ?? 200, 200]).toContain(status)
      expect(written).toBe(0)
      if (!call.row.namesSecrets) expect(secret.exec(text)).toBeNull()
      expect(text).not.toContain(fixture.people.administrator.email)
    }
  })
})

describe('a view', () => {
  const see = (by: string | undefined, id = view) =>
    fixture.send('/api/user', { method: 'GET', cookie: by, headers: { 'x-acting-for': id } })

  test('shows the customer, without rights as an administrator', async () => {
    const { status, body } = await see(cookie)
    expect([status, body]).toMatchObject([200, { id: fixture.people.owner.id, isAdmin: false }])
    const below = await fixture.send(`/as/${view}/api/user`, { method: 'GET', cookie })
    expect(below.body).toEqual(body)
  })

  test('works only in the session that opened it, not for other administrators, customers, sessions or keys', async () => {
    const other = await fixture.app.addAdministrator()
    for (const by of [other.cookie, await fixture.cookie('owner'), await fixture.cookie('foreign')])
      expect(await see(by)).toMatchObject({ status: 403, body: { code: 'NOT_A_MEMBER' } })
    const again = await fixture.cookie('administrator')
    expect(again).not.toBe(cookie)
    expect(await see(again)).toMatchObject({ status: 403, body: { code: 'VIEW_ENDED' } })
    expect((await see(undefined)).status).toBe(401)
    const { key } = await fixture.makeKey('administrator', ['admin:read'])
    const headers = { 'x-acting-for': view }
    expect((await fixture.send('/api/user', { method: 'GET', bearer: key, headers })).status).toBe(403)
  })

  test('ends after 30 minutes, or earlier on request; both are audited with the viewer', async () => {
    fixture.app.advance(29 * minute)
    expect((await see(cookie)).status).toBe(200)
    fixture.app.advance(minute)
    expect(await see(cookie)).toMatchObject({
      status: 403,
      body: { code: 'VIEW_ENDED', message: 'Your view of this account has ended.' },
    })
    const second = await begin()
    const end = () => fixture.send(`/api/admin/views/${second}`, { method: 'DELETE', cookie })
    expect((await end()).status).toBe(200)
    expect((await end()).status).toBe(200)
    expect(await see(cookie, second)).toMatchObject({ status: 403, body: { code: 'VIEW_ENDED' } })
    await fixture.app.work()
    const { auditLog: a } = fixture.app.store.t
    const rows = (
      await fixture.app.store.read.select().from(a).where(eq(a.action, 'customer.view.end'))
    ).filter(({ details }) => [view, second].includes(String(details?.viewId)))
    const { administrator, owner } = fixture.people
    expect(rows).toHaveLength(2)
    for (const row of rows)
      expect(row).toMatchObject({ actorId: administrator.id, actor: administrator.email, userId: owner.id })
    expect(rows.map(({ note }) => note).toSorted()).toEqual(['The time was up.', null])
  })

  test('ends with the session', async () => {
    await fixture.send('/api/logout', { method: 'POST', cookie })
    expect((await see(cookie)).status).toBe(401)
    await fixture.app.work()
    const { customerViews: v } = fixture.app.store.t
    const [row] = await fixture.app.store.read.select().from(v).where(eq(v.id, view))
    expect(row?.endedAt).not.toBeNull()
  })

  test('ends when its viewer stops being an administrator, or when the customer becomes one', async () => {
    const { users } = fixture.app.store.t
    const set = (id: string, isAdmin: boolean) =>
      fixture.app.store.tx((tx) => tx.update(users).set({ isAdmin }).where(eq(users.id, id)))
    const { administrator, owner } = fixture.people
    for (const [id, is] of [
      [administrator.id, false],
      [owner.id, true],
    ] as const) {
      await set(id, is)
      expect(await see(cookie)).toMatchObject({ status: 403, body: { code: 'VIEW_ENDED' } })
      await set(id, !is)
    }
  })

  test('is refused for administrators’ accounts and missing accounts, and to customers', async () => {
    const ask = (id: string, by: string | undefined) =>
      fixture.send(`/api/admin/customers/${id}/view`, { method: 'POST', cookie: by })
    const { administrator, owner, foreign } = fixture.people
    expect(await ask(administrator.id, cookie)).toMatchObject({
      status: 403,
      body: { message: "Administrators' accounts cannot be viewed." },
    })
    expect((await ask(Bun.randomUUIDv7(), cookie)).status).toBe(404)
    for (const role of ['owner', 'foreign', 'hasAdminAccess'] as const)
      expect((await ask(foreign.id, await fixture.cookie(role))).status).toBe(403)
    expect((await ask(owner.id, undefined)).status).toBe(401)
    const others = await fixture.app.addAdministrator()
    const foreignEnd = await fixture.send(`/api/admin/views/${view}`, {
      method: 'DELETE',
      cookie: others.cookie,
    })
    expect([foreignEnd.status, (await see(cookie)).status]).toEqual([404, 200])
  })

  test('appears in the customer’s activity', async () => {
    await begin(fixture.people.foreign.id)
    const own = await fixture.cookie('foreign')
    const { text } = await fixture.send('/api/trpc/activity.list', { method: 'GET', cookie: own })
    expect(text).toContain('viewed your account')
    expect(text).not.toContain(fixture.people.administrator.email)
  })
})
