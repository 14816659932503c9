import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { Hono } from 'hono'
import { z } from 'zod'
import { httpRoutes } from '#app/http-routes.ts'
import { appRouter } from '#app/router.ts'
import { listRoutes, mountRest } from '#server/http/rest.ts'
import { createTransport, type RequestEnv } from '#server/http/transport.ts'
import type { Meta } from '#server/trpc/procedure-meta.ts'
import { customer, router } from '#server/trpc/trpc.ts'
import { proceduresOf } from '#server/trpc/trpc-internals.ts'
import { byId } from '#shared/schema.ts'
import { createFixture, type Fixture } from './authorisation/fixture.ts'
import { judge, type Send } from './authorisation/judge.ts'
import { matrix } from './authorisation/matrix.ts'
import { callByRest, callByTrpc } from './authorisation/transports.ts'
import { testOrigin } from './support/app.ts'
import { isWholeRun } from './support/tier.ts'

const declared = listRoutes(appRouter)
const procedures = proceduresOf(appRouter)
const shown = new Set(declared.map(({ procedure }) => procedure))

/** The live table: each route’s or procedure’s own declaration. */
const live = new Map<string, { access: string; procedure?: string }>([
  ...declared.map(
    ({ method, path, access, procedure }) => [`${method} ${path}`, { access, procedure }] as const,
  ),
  ...httpRoutes.map(({ method, path, access }) => [`${method} ${path}`, { access }] as const),
  ...Object.entries(procedures)
    .filter(([name]) => !shown.has(name))
    .map(
      ([name, { _def }]) => [name, { access: (_def.meta as Meta).access ?? '', procedure: name }] as const,
    ),
])

let fixture: Fixture
beforeAll(async () => {
  fixture = await createFixture()
})
afterAll(() => fixture.close())

test('the matrix lists every route and procedure with its actual access', () => {
  const stated = Object.fromEntries(matrix.map(({ route, access }) => [route, access]))
  const said = Object.fromEntries([...live].map(([route, { access }]) => [route, access]))
  expect<Record<string, string>>(stated).toEqual(said)
  expect(matrix.length).toBe(live.size)
})

describe('a REST call answers every caller as the matrix says:', () => {
  const rows = matrix.filter(({ route }) => route.includes(' '))
  test.each(rows.map((row) => [row.route, row] as const))('%s', async (route, row) => {
    expect(await judge(row, callByRest(fixture, route), fixture)).toEqual([])
  })
})

describe('a tRPC call answers every caller as the matrix says:', () => {
  // A REST call ends in the same procedure as its tRPC call, which the short run leaves out.
  const asked = matrix.filter(({ route }) => isWholeRun || !route.includes(' '))
  const rows = asked.flatMap((row) => {
    const procedure = live.get(row.route)?.procedure
    return procedure === undefined ? [] : [[row.route, row, procedure] as const]
  })
  test.each(rows)('%s', async (route, row, procedure) => {
    // A tRPC call answers 200 where the row says 201.
    const ok = row.ok === undefined || row.ok < 300 ? 200 : row.ok
    expect(await judge({ ...row, ok }, callByTrpc(fixture, route, procedure), fixture)).toEqual([])
  })
})

describe('the judge of the matrix', () => {
  /** The portal’s own transport over one procedure. */
  function plant(rest: string, read: Parameters<ReturnType<typeof procedureOf>['query']>[0]): Send {
    const app = new Hono<RequestEnv>()
    mountRest(
      app,
      { routes: listRoutes(router({ planted: procedureOf(rest).query(read) })), others: [] },
      createTransport(fixture.app.deps),
    )
    return async ({ cookie, id }) => {
      const url = `${testOrigin}${rest.split(' ')[1]?.replace(':id', id ?? '')}`
      const request = new Request(url, { headers: cookie ? { cookie } : {} })
      const response = await app.fetch(request, {
        requestId: Bun.randomUUIDv7(),
        addressOf: () => '192.0.2.9',
      })
      const text = await response.text()
      return { status: response.status, text, body: null }
    }
  }
  const procedureOf = (rest: string) => customer.meta({ rest }).input(byId).output(z.unknown())
  const row = matrix.find(({ route }) => route === 'GET /api/user-services/:id')

  test('reports a read that does not check the owner', async () => {
    if (!row) throw new Error('the row is missing')
    const send = plant(row.route, async ({ ctx, input }) => {
      const { userServices } = ctx.store.t
      const [service] = await ctx.store.read.select().from(userServices).where(eq(userServices.id, input.id))
      return service ?? null
    })
    const complaints = await judge(row, send, fixture)
    expect(complaints).toContain(`${row.route} as foreign: 200 instead of 404`)
    expect(complaints).toContain(
      `${row.route} as foreign: the answer differs between a foreign id and a missing one`,
    )
  })

  test('reports an answer that contains a password hash', async () => {
    if (!row) throw new Error('the row is missing')
    const send = plant(row.route, async ({ ctx }) => {
      const { users } = ctx.store.t
      const [user] = await ctx.store.read.select().from(users).where(eq(users.id, ctx.user.id))
      return user
    })
    const complaints = await judge(row, send, fixture)
    expect(complaints).toContain(`${row.route} as owner: the answer contains passwordHash`)
  })
})
