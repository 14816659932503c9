import { afterAll, beforeAll, expect, spyOn, test } from 'bun:test'
import { createTestApp, type TestApp } from '#test/support/app.ts'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())

test('a body is parsed once and never serialised again', async () => {
  const { cookie } = await app.addCustomer()
  const body = JSON.stringify({ name: 'Parsed once' })
  const [parse, stringify, json] = [
    spyOn(JSON, 'parse'),
    spyOn(JSON, 'stringify'),
    spyOn(Request.prototype, 'json'),
  ]
  const headers = { 'content-type': 'application/json' }
  const reply = await app.request('/api/trpc/projects.create', { cookie, headers, body })
  expect(reply.status).toBe(200)
  expect(parse.mock.calls.filter(([text]) => text === body)).toHaveLength(1)
  expect(stringify.mock.results.filter(({ value }) => value === body)).toEqual([])
  expect(json).not.toHaveBeenCalled()
  for (const spy of [parse, stringify, json]) spy.mockRestore()
})

test('a batch of mutations has one input and one answer per call', async () => {
  const { cookie } = await app.addCustomer()
  const path = '/api/trpc/projects.create,projects.create?batch=1'
  const reply = await app.request(path, { cookie, json: { 0: { name: 'One' }, 1: { name: 'Two' } } })
  expect(reply.status).toBe(200)
  expect(reply.body).toMatchObject(['One', 'Two'].map((name) => ({ result: { data: { name } } })))
})
