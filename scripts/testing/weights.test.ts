import { expect, test } from 'bun:test'
import { readReport } from './report.ts'
import { balance } from './weights.ts'

test('the heaviest files are dealt out first, each to the part that is the lightest', () => {
  const weights: Record<string, number> = { a: 1, b: 9, c: 4, d: 4, e: 2 }
  const parts = balance(Object.keys(weights), 2, (file) => weights[file] ?? 1)
  expect(parts).toEqual([
    ['a', 'b'],
    ['c', 'd', 'e'],
  ])
})

test('there are no more parts than files', () => {
  expect(balance(['a', 'b'], 5, () => 1)).toEqual([['a'], ['b']])
  expect(balance([], 5, () => 1)).toEqual([])
})

test('a report says how long each file took, its groups and whatever was loaded for it included', () => {
  const report = readReport(`<testsuites name="bun test" tests="3" failures="0" skipped="0" time="9">
    <testsuite name="a.test.ts" file="a.test.ts" tests="2" time="7.25">
      <testsuite name="a group" file="a.test.ts" line="3" tests="1" time="0.5"></testsuite>
    </testsuite>
    <testsuite name="b.test.ts" file="b.test.ts" tests="1" time="0.75"></testsuite>
  </testsuites>`)
  expect([...report.files]).toEqual([
    ['a.test.ts', 7.25],
    ['b.test.ts', 0.75],
  ])
})
