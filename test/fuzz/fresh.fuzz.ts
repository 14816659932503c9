import { afterAll, beforeAll, expect, test } from 'bun:test'
import { createFixture, type Fixture } from '../authorisation/fixture.ts'
import { inTier } from '../support/tier.ts'
import { type Findings, fuzz } from './fuzz.ts'

const seconds = inTier({ short: 20, all: 120 })
const seed = Date.now() % 2 ** 31

let fixture: Fixture
let found: Findings
// Here and not in the test: a retry there would hide an input that fails in only one of two runs.
beforeAll(async () => {
  fixture = await createFixture()
  found = await fuzz(fixture, { seed, seconds })
}, 240_000)
afterAll(() => fixture.close())

test('fresh random inputs cause no fault, reveal nothing internal, and get answers that match their schemas', () => {
  const again = `bun run faults fuzz ${found.calls} ${seed}`
  const faults = fixture.app.logged.filter((line) => !line.includes('many requests denied'))
  expect({ again, problems: found.problems, faults }).toEqual({ again, problems: [], faults: [] })
  expect(found.calls).toBeGreaterThan(0)
})
