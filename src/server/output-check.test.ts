import { expect, test } from 'bun:test'
import { initTRPC } from '@trpc/server'
import { z } from 'zod'
import { checkAtOnce } from './output-check.ts'

const t = initTRPC.create()
const answers = (value: unknown) =>
  checkAtOnce(
    t.router({ one: t.procedure.output(z.object({ id: z.string() })).query(() => value as { id: string }) }),
  ).createCaller({})

test('an answer is reduced to the fields that its schema names', async () => {
  expect(await answers({ id: 'a', passwordHash: 'secret' }).one()).toEqual({ id: 'a' })
})

test('an answer that violates its schema is a server error', async () => {
  expect(answers({ id: 1 }).one()).rejects.toMatchObject({ code: 'INTERNAL_SERVER_ERROR' })
})
