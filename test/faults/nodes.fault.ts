import { expect, test } from 'bun:test'
import { inTier } from '#test/support/tier.ts'
import { killNodes } from './shared-kills.ts'

test('when either of two nodes is killed under load, no acknowledged write is lost or doubled', async () => {
  const { faults, longestTakeoverMs, stored } = await killNodes(inTier({ short: 1, all: 2 }))
  expect(faults).toEqual([])
  expect(stored).toBeGreaterThan(0)
  // A service that is not up after four times the limit counts as never.
  expect(longestTakeoverMs).toBeFinite()
})
