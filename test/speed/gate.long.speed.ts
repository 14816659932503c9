import { expect, test } from 'bun:test'
import { findWorse, measureFigures, readLast } from '../../scripts/bench/support/gate.ts'

test('no call, poll, page or gateway is ten percent slower than at the last landing', async () => {
  const last = await readLast()
  expect(findWorse(await measureFigures(last), last)).toEqual([])
})
