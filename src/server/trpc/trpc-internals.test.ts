import { expect, test } from 'bun:test'
import { initTRPC } from '@trpc/server'
import { z } from 'zod'
import { answered, checkedBy, checkInput, checkOutput, definitionOf, proceduresOf } from './trpc-internals.ts'

const t = initTRPC.create()
const input = z.object({ id: z.string() })
const output = z.string()
const one = t.procedure
  .meta({ access: 'customer' } as never)
  .input(input)
  .output(output)
  .query(({ input }) => input.id)

test("a procedure's definition can be read", () => {
  const { type, meta, inputs, output: answer, middlewares } = definitionOf(one)
  expect({ type, meta, inputs, answer }).toEqual({
    type: 'query',
    meta: { access: 'customer' },
    inputs: [input],
    answer: output,
  })
  expect(middlewares.map(checkedBy)).toEqual(['input', 'output'])
  expect(definitionOf(t.procedure.mutation(() => 1))).toMatchObject({ type: 'mutation', inputs: [] })
})

test('a router lists its procedures by their dotted names', () => {
  expect(Object.keys(proceduresOf(t.router({ a: t.router({ one }), two: one })))).toEqual(['a.one', 'two'])
})

test("a middleware inserted into a procedure's list replaces the previous check", async () => {
  const changed = t.procedure
    .input(input)
    .output(output)
    .query(({ input }) => input.id)
  const { middlewares } = definitionOf(changed)
  middlewares[0] = checkInput(() => ({ id: 'checked' }))
  middlewares[1] = checkOutput((value) => `${value} twice`)
  expect(middlewares.map(checkedBy)).toEqual(['input', 'output'])
  expect(await t.router({ changed }).createCaller({}).changed({ id: 'sent' })).toBe('checked twice')
})

test('a middleware answers in place of the handler', async () => {
  let runs = 0
  const stored = t.procedure
    .use(async ({ next }) => (runs < 0 ? next() : (answered('stored') as never)))
    .query(() => {
      runs += 1
      return 'fresh'
    })
  expect(await t.router({ stored }).createCaller({}).stored()).toBe('stored' as never)
  expect(runs).toBe(0)
})
