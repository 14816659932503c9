import { afterAll, afterEach, beforeAll, describe, expect, test } from 'bun:test'
import { features } from '#app/features.ts'
import { httpRoutes } from '#app/http-routes.ts'
import { appRouter } from '#app/router.ts'
import { demandOfCall, listRoutes } from '#server/http/rest.ts'
import { createRouteDemands } from '#server/http/route-demands.ts'
import { proceduresOf } from '#server/trpc/trpc-internals.ts'
import { areas, areasWithoutKeys, type Demand, scopes } from '#shared/scopes.ts'
import { createFixture, type Fixture } from './authorisation/fixture.ts'
import type { Send } from './authorisation/judge.ts'
import { matrix } from './authorisation/matrix.ts'
import type { Row } from './authorisation/row.ts'
import { callByRest, callByTrpc } from './authorisation/transports.ts'

let fixture: Fixture
beforeAll(async () => {
  fixture = await createFixture()
})
afterEach(() => fixture.revive())
afterAll(() => fixture.close())

const procedures = proceduresOf(appRouter)
const demandOfWritten = createRouteDemands(features)
const procedureOf = new Map(
  listRoutes(appRouter).map(({ method, path, procedure }) => [`${method} ${path}`, procedure]),
)

/** Every call below /api and every procedure without a path, with the scope it requires. */
const calls = matrix.flatMap((row): [string, Row, string | undefined, Demand][] => {
  const procedure = procedureOf.get(row.route) ?? (row.route.includes(' ') ? undefined : row.route)
  const call = procedure && procedures[procedure]
  if (procedure && call) return [[row.route, row, procedure, demandOfCall(procedure, call)]]
  return / \/api\//.test(row.route) ? [[row.route, row, undefined, demandOfWritten(row.route)]] : []
})
// Public calls with the same answer for every caller.
const forAll = new Set(['GET /api/openapi.json', 'GET /api/docs', 'GET /api/login'])

/** Status and code of the call with a key that has these scopes. */
async function callWith(row: Row, send: Send, allowed: readonly string[]) {
  const role = row.access === 'administrator' ? 'administrator' : 'owner'
  const { key } = await fixture.makeKey(role, allowed)
  const [id, json] = [await row.item?.(fixture), await row.json?.(fixture)]
  const { status, body } = await send({ cookie: undefined, bearer: key, id, json, form: undefined })
  const error = (body as { error?: { data?: { body?: object } } } | null)?.error?.data?.body ?? body
  return { status, error: error as { code?: string; scope?: string } | null }
}

/** Checks that the call accepts keys with its scope only. */
async function judgeKeys(row: Row, send: Send, demand: Demand, ok: number): Promise<void> {
  const others = scopes.filter((scope) => scope !== demand)
  if (demand === 'session') {
    const { status, error } = await callWith(row, send, scopes)
    expect([status, error?.code]).toEqual([403, 'FORBIDDEN'])
    return
  }
  if (demand !== 'nothing') {
    const { status, error } = await callWith(row, send, others)
    expect([status, error?.code, error?.scope]).toEqual([403, 'SCOPE_REQUIRED', demand])
  }
  const { status } = await callWith(row, send, demand === 'nothing' ? [] : [demand])
  expect(status).toBe(ok)
}

describe('a REST call accepts a key with its scope, and no other:', () => {
  const rest = calls.filter(([route]) => route.includes(' ') && !forAll.has(route))
  test.each(rest)('%s', (route, row, _, demand) =>
    judgeKeys(row, callByRest(fixture, route), demand, row.ok ?? 200),
  )
})

describe('a tRPC call accepts a key with its scope, and no other:', () => {
  const named = calls.flatMap(([route, row, procedure, demand]) =>
    procedure ? [[route, row, procedure, demand] as const] : [],
  )
  test.each(named)('%s', (route, row, procedure, demand) => {
    const ok = row.ok === undefined || row.ok < 300 ? 200 : row.ok
    return judgeKeys(row, callByTrpc(fixture, route, procedure), demand, ok)
  })
})

test('every procedure group and every feature with routes is an area of keys, or closed to keys', () => {
  const groups = Object.keys(procedures).map((name) => name.split('.')[0] ?? '')
  const written = httpRoutes.map(({ handler }) => handler.split('/')[0] ?? '')
  // Areas with calls for visitors and administrators only.
  const known = new Set([
    ...Object.keys(areas),
    ...areasWithoutKeys,
    'catalogue',
    'ordersDesk',
    'renewalsDesk',
    'status',
    'support',
    'portal',
  ])
  expect([...groups, ...written].filter((area) => !known.has(area))).toEqual([])
})

test('no key may do what requires a signed-in person', () => {
  const closed = new Set(calls.flatMap(([route, , , demand]) => (demand === 'session' ? [route] : [])))
  for (const route of [
    'POST /api/register',
    'POST /api/login',
    'POST /api/logout',
    'GET /api/logout',
    'POST /api/password/forgot',
    'POST /api/password/reset',
    'POST /api/user/password',
    'POST /api/user/sudo',
    'GET /api/user/security',
    'POST /api/user/totp/enable',
    'POST /api/user/totp/disable',
    'POST /api/user/passkeys',
    'POST /api/login/passkey',
    'POST /api/admin/users/:id/two-factor/disable',
    'GET /api/user/sessions',
    'DELETE /api/user/sessions/:id',
    'GET /api/user/api-keys',
    'POST /api/user/api-keys',
    'DELETE /api/user/api-keys/:id',
  ])
    expect(closed).toContain(route)
})

test('every call below /api/admin requires an administrator scope or a session', () => {
  const others = calls.filter(
    ([route, , , demand]) => / \/api\/admin\//.test(route) && !/^(admin:|session$)/.test(demand),
  )
  expect(others).toEqual([])
})
