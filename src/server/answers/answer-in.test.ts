import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { Hono } from 'hono'
import { z } from 'zod'
import type { Tx } from '#db/types.ts'
import { DomainError } from '#shared/errors.ts'
import { createTestApp, type TestApp, testOrigin } from '#test/support/app.ts'
import type { CustomerContext } from '../context.ts'
import { listRoutes, mountRest } from '../http/rest.ts'
import { createTransport, type RequestEnv } from '../http/transport.ts'
import { checkSynchronously } from '../trpc/synchronous-checks.ts'
import { customer, router } from '../trpc/trpc.ts'
import type { Answered } from './answer-in.ts'
import { mutate, publish } from './mutate.ts'

const output = z.object({ run: z.number() })
type Body = z.input<typeof output>
type Work = (ctx: CustomerContext) => Promise<Body>

let app: TestApp
let caller: { id: string; cookie: string }
let runs = 0
beforeAll(async () => {
  app = await createTestApp()
})
beforeEach(async () => {
  caller = await app.addCustomer()
  runs = 0
  app.logged.length = 0
})
afterAll(() => app.close())

/** A portal with one mutation that does `work`; all calls carry the same key. */
function plant(work: Work) {
  const planted = customer
    .meta({ rest: 'POST /api/planted' })
    .output(output)
    .mutation(async ({ ctx }) => {
      runs += 1
      return (await work(ctx)) as Answered<Body>
    })
  const hono = new Hono<RequestEnv>()
  const routes = listRoutes(checkSynchronously(router({ planted })))
  mountRest(hono, { routes, others: [] }, createTransport(app.deps))
  return async () => {
    const headers = { cookie: caller.cookie, 'idempotency-key': 'once', 'content-type': 'application/json' }
    const request = new Request(`${testOrigin}/api/planted`, { method: 'POST', headers, body: '{}' })
    const env = { requestId: Bun.randomUUIDv7(), addressOf: () => '192.0.2.9' }
    const response = await hono.fetch(request, env)
    return { status: response.status, body: (await response.json()) as unknown }
  }
}

const rename = (tx: Tx) =>
  tx
    .update(tx.t.users)
    .set({ firstName: `run ${runs}` })
    .where(eq(tx.t.users.id, caller.id))
const nameOf = async () => {
  const { users } = app.store.t
  const [row] = await app.store.read.select().from(users).where(eq(users.id, caller.id))
  return row?.firstName
}
const changeAndSay: Work = (ctx) =>
  ctx.store.tx(async (tx) => {
    await rename(tx)
    return ctx.answerIn(tx, { run: runs })
  })
const said = (run: number) => ({ status: 200, body: { run } })

describe('an answer stored in its transaction', () => {
  test('survives a handler that fails after the commit, so a replay does not repeat the work', async () => {
    const send = plant(async (ctx) => {
      await changeAndSay(ctx)
      throw new Error('the power went')
    })
    expect((await send()).status).toBe(500)
    expect(await send()).toEqual(said(1))
    expect([runs, await nameOf()]).toEqual([1, 'run 1'])
  })

  test('is rolled back with its transaction', async () => {
    let isBroken = true
    const send = plant((ctx) =>
      ctx.store.tx(async (tx) => {
        await rename(tx)
        const answer = await ctx.answerIn(tx, { run: runs })
        if (isBroken) throw new Error('the disk said no')
        return answer
      }),
    )
    expect((await send()).status).toBe(500)
    expect(await nameOf()).toBeNull()
    isBroken = false
    expect([await send(), await send()]).toEqual([said(2), said(2)])
  })

  test('is stored by the transaction that commits, after an earlier one of the same call was rolled back', async () => {
    const send = plant(async (ctx) => {
      const attempt = (run: number) => ctx.store.tx((tx) => ctx.answerIn(tx, { run }))
      await attempt(1)
      await ctx.store
        .tx(async (tx) => {
          await ctx.answerIn(tx, { run: 2 })
          throw new Error('collided')
        })
        .catch(() => {})
      return attempt(3)
    })
    expect([await send(), await send(), runs]).toEqual([said(3), said(3), 1])
    expect(app.logged).toEqual([])
  })

  test('is discarded when the call ends with an error', async () => {
    const send = plant(async (ctx) => {
      await changeAndSay(ctx)
      throw new DomainError('WRONG_STATE', 'Not now.')
    })
    for (const _ of [1, 2]) expect(await send()).toMatchObject({ status: 409, body: { message: 'Not now.' } })
    expect(runs).toBe(1)
  })

  test('is reduced to the fields of its schema before it is stored', async () => {
    const send = plant((ctx) => {
      const body = { run: runs, passwordHash: 'secret' }
      return ctx.store.tx((tx) => ctx.answerIn(tx, body))
    })
    expect([await send(), await send()]).toEqual([said(1), said(1)])
    expect(app.logged).toEqual([])
  })

  test('is refused together with its work when it violates the schema', async () => {
    const send = plant((ctx) =>
      ctx.store.tx(async (tx) => {
        await rename(tx)
        return ctx.answerIn(tx, { run: 'one' as never })
      }),
    )
    expect((await send()).status).toBe(500)
    expect(await nameOf()).toBeNull()
  })
})

describe('a mutation', () => {
  const listen = (ctx: CustomerContext) => {
    const heard: string[] = []
    ctx.events.subscribe(({ status }) => heard.push(status))
    return heard
  }
  const event = (status: string) => ({ userId: caller.id, kind: 'session' as const, id: caller.id, status })

  test('returns the result of its work and notifies open screens after the commit', async () => {
    let heard: string[] = []
    const send = plant((ctx) => {
      heard = listen(ctx)
      return mutate(ctx, async (tx) => {
        await rename(tx)
        publish(tx, ctx, event('renamed'))
        expect(heard).toEqual([])
        return { run: runs }
      })
    })
    expect([await send(), await send()]).toEqual([said(1), said(1)])
    expect([runs, await nameOf(), heard]).toEqual([1, 'run 1', ['renamed']])
    expect(app.logged).toEqual([])
  })

  test('stores nothing and notifies no screen when its work throws', async () => {
    let heard: string[] = []
    const send = plant((ctx) => {
      heard = listen(ctx)
      return mutate(ctx, async (tx) => {
        await rename(tx)
        publish(tx, ctx, event('renamed'))
        throw new DomainError('WRONG_STATE', 'Not now.')
      })
    })
    expect(await send()).toMatchObject({ status: 409, body: { message: 'Not now.' } })
    expect([await nameOf(), heard]).toEqual([null, []])
  })

  test('commits what it wrote when its work returns a refusal, which a replay repeats', async () => {
    const send = plant((ctx) =>
      mutate(ctx, async (tx): Promise<Body | DomainError> => {
        await rename(tx)
        return new DomainError('INVALID', 'Wrong code.')
      }),
    )
    for (const _ of [1, 2])
      expect(await send()).toMatchObject({ status: 422, body: { message: 'Wrong code.' } })
    expect([runs, await nameOf()]).toEqual([1, 'run 1'])
  })
})

describe('an answer that was not stored in a transaction', () => {
  const complaint = 'an answer was not declared in a transaction'

  test('is stored after the work, and the log names the procedure', async () => {
    const send = plant(async () => ({ run: runs }))
    expect([await send(), await send(), runs]).toEqual([said(1), said(1), 1])
    expect(app.logged.map((line) => JSON.parse(line))).toMatchObject([
      { level: 'error', msg: complaint, procedure: 'planted' },
    ])
  })

  test('replaces a different one that a transaction stored', async () => {
    const send = plant(async (ctx) => ({ ...(await changeAndSay(ctx)), run: 7 }))
    expect([await send(), await send(), runs]).toEqual([said(7), said(7), 1])
    expect(app.logged).toHaveLength(1)
  })
})

test('a mutation that takes an idempotency key compiles only when it stores its answer', () => {
  const sayNothing = async () => ({ run: 1 })
  // @ts-expect-error its answer was not said
  customer.output(output).mutation(sayNothing)
  // @ts-expect-error what was said is not what the schema says
  customer.output(output).mutation(({ ctx }) => ctx.store.tx((tx) => ctx.answerIn(tx, { run: 'one' })))
  customer.output(output).mutation(({ ctx }) => ctx.store.tx((tx) => ctx.answerIn(tx, { run: 1 })))
  customer.output(output).meta({ idempotent: false }).mutation(sayNothing)
  expect(runs).toBe(0)
})
