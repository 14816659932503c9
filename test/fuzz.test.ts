import { afterAll, beforeAll, expect, test } from 'bun:test'
import { createFixture, type Fixture } from './authorisation/fixture.ts'
import { fuzz } from './fuzz/fuzz.ts'
import { inTier } from './support/tier.ts'

// Always the same inputs; test/fuzz/fresh.fuzz.ts and `bun run faults fuzz` send others.
const count = inTier({ short: 600, all: 2_000 })

let fixture: Fixture
beforeAll(async () => {
  fixture = await createFixture()
})
afterAll(() => fixture.close())

test('generated inputs cause no fault, reveal nothing internal, and get answers that match their schemas', async () => {
  const { problems, statuses } = await fuzz(fixture, { count, seed: 20_261_122 })
  expect(problems).toEqual([])
  // Some inputs pass the first check.
  for (const status of [200, 201, 401, 403, 404, 422])
    expect([status, statuses.get(status) ?? 0]).not.toEqual([status, 0])
  const faults = fixture.app.logged.filter((line) => !line.includes('many requests denied'))
  expect(faults).toEqual([])
  expect(({} as { isAdmin?: unknown }).isAdmin).toBeUndefined()
}, 300_000)

test.each([
  ['a fault', { status: 500, text: '{}', body: {} }, '500 {}'],
  [
    'a message with internals',
    { status: 400, text: '{"message":"SQLiteError: no such column"}', body: {} },
    'tells of the inside',
  ],
  ['a refusal without its fields', { status: 404, text: 'Not found', body: null }, 'is no refusal'],
  ['an answer that does not match its schema', { status: 200, text: '[7]', body: [7] }, 'off its schema'],
])('the fuzzer reports %s', async (_, answer, problem) => {
  const planted = { ...fixture, send: async () => answer } as Fixture
  // The ids are gathered here, since planted answers would break gathering.
  const things = { order: Bun.randomUUIDv7() }
  const found = await fuzz(
    { ...planted, ownedIds: async () => things, categoryId: async () => '' },
    { count: 50, seed: 1 },
  )
  expect(found.problems.join('\n')).toContain(problem)
})
