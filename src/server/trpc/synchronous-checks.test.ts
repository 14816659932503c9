import { describe, expect, test } from 'bun:test'
import { initTRPC, TRPCError } from '@trpc/server'
import { z } from 'zod'
import { checkSynchronously } from './synchronous-checks.ts'

const t = initTRPC.create()
const answers = (value: unknown) =>
  checkSynchronously(
    t.router({ one: t.procedure.output(z.object({ id: z.string() })).query(() => value as { id: string }) }),
  ).createCaller({})

test('an answer is reduced to the fields in its schema', async () => {
  expect(await answers({ id: 'a', passwordHash: 'secret' }).one()).toEqual({ id: 'a' })
})

test('an answer that violates its schema is a server error', async () => {
  await expect(answers({ id: 1 }).one()).rejects.toMatchObject({ code: 'INTERNAL_SERVER_ERROR' })
})

const takes = checkSynchronously(
  t.router({
    one: t.procedure
      .input(z.object({ id: z.string() }))
      .input(z.object({ size: z.coerce.number().default(1) }))
      .query(({ input }) => input),
  }),
).createCaller({})

test('an input is the result of all its schemas', async () => {
  expect(await takes.one({ id: 'a', other: 1 } as never)).toEqual({ id: 'a', size: 1 })
  expect(await takes.one({ id: 'a', size: '7' } as never)).toEqual({ id: 'a', size: 7 })
})

test('an input that violates one of its schemas is a bad request', async () => {
  await expect(takes.one({ id: 1 } as never)).rejects.toMatchObject({ code: 'BAD_REQUEST' })
  await expect(takes.one({ id: 'a', size: 'x' } as never)).rejects.toMatchObject({ code: 'BAD_REQUEST' })
})

describe('several middlewares of one procedure', () => {
  const seen: unknown[] = []
  const layered = initTRPC.context<{ base: string }>().create()
  const outer = layered.middleware(async ({ ctx, next }) => {
    const result = await next({ ctx: { outer: `${ctx.base} outer` } })
    seen.push(result.ok || result.error.code)
    return result
  })
  const inner = layered.middleware(({ ctx, next }) => next({ ctx: { ...ctx, inner: 'inner' } }))
  const router = checkSynchronously(
    layered.router({
      one: layered.procedure
        .use(outer)
        .use(inner)
        .input(z.object({ id: z.string() }))
        .output(z.object({ said: z.string() }))
        .query(({ ctx, input }) => {
          if (input.id === 'absent') throw new TRPCError({ code: 'NOT_FOUND' })
          return { said: Object.values({ ...ctx, ...input }).join(', ') }
        }),
    }),
  )
  const call = router.createCaller({ base: 'base' })

  test('each passes on its additions to the context', async () => {
    expect(await call.one({ id: 'a' })).toEqual({ said: 'base, base outer, inner, a' })
    expect(seen.pop()).toBe(true)
  })

  test("an outer one receives an inner one's failure as a result", async () => {
    await expect(call.one({ id: 'absent' })).rejects.toMatchObject({ code: 'NOT_FOUND' })
    expect(seen.pop()).toBe('NOT_FOUND')
    await expect(call.one({ id: 1 } as never)).rejects.toMatchObject({ code: 'BAD_REQUEST' })
    expect(seen.pop()).toBe('BAD_REQUEST')
  })
})
