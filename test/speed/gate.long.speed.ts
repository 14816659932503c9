import { expect, test } from 'bun:test'
import { findWorse, measureFigures, readLast } from '../../scripts/bench/support/gate.ts'

test('no call, poll or page is a tenth worse than at the last landing', async () => {
  expect(findWorse(await measureFigures(), await readLast())).toEqual([])
})
