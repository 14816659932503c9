import { expect, test } from 'bun:test'
import type { TimelineEvent } from '../../../contract/timeline.ts'
import { beginningOf, groupEvents, scaleOf } from './server-timeline-groups.ts'

const from = '2026-11-15T00:00:00.000Z'
const to = '2026-11-22T00:00:00.000Z'
const event = (at: string): TimelineEvent => ({ id: at, kind: 'restart', at, detail: null, backup: null })
const placeOf = scaleOf(from, to)

test('groups events with the newest one they would overlap, and leaves others alone', () => {
  const events = ['2026-11-21T23:00Z', '2026-11-21T20:00Z', '2026-11-21T09:00Z', '2026-11-18T09:00Z'].map(
    event,
  )
  const sizes = (gap: number) => groupEvents(events, placeOf, gap).map((group) => group.events.length)
  expect(sizes(9)).toEqual([3, 1])
  expect(sizes(3)).toEqual([2, 1, 1])
  expect(sizes(0.1)).toEqual([1, 1, 1, 1])
})

test('the line of a young site starts with the site, and any other with its week', () => {
  const young = '2026-11-21T18:00:00.000Z'
  expect(beginningOf({ from, began: young, earlier: null })).toBe(young)
  expect(beginningOf({ from, began: young, earlier: from })).toBe(from)
  expect(beginningOf({ from, began: '2026-11-01T00:00:00.000Z', earlier: null })).toBe(from)
})
