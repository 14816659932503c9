import { expect, test } from 'bun:test'
import { render, screen } from '@testing-library/react'
import type { TimelineEvent } from '../../../contract/timeline.ts'
import { MarkedEvents, markedEvents, markersOf } from './server-markers.tsx'

const event = (kind: TimelineEvent['kind'], at: string): TimelineEvent => ({
  id: at,
  kind,
  at: `2026-11-21T${at}.000Z`,
  detail: kind === 'publish' ? 'Shop' : null,
  backup: null,
})
const range = { from: '2026-11-21T08:00:00.000Z', to: '2026-11-21T09:00:00.000Z' }

test('restarts, crashes and publications in the range are marked, and backups are not', () => {
  const events = [
    event('publish', '09:00:01'),
    event('publish', '08:59:00'),
    event('backup', '08:30:00'),
    event('crash', '08:00:00'),
    event('restart', '07:59:59'),
  ]
  expect(markedEvents(events, range).map(({ kind }) => kind)).toEqual(['publish', 'crash'])
})

test('an event is marked at its step, which may still be in progress', () => {
  const [marker] = markersOf([event('crash', '08:59:59')], 300)
  expect(marker).toEqual({ time: Date.parse('2026-11-21T08:55:00.000Z'), isBad: true })
})

test('the markers are listed with their exact time in IST, and an empty list is hidden', () => {
  const { rerender } = render(<MarkedEvents events={[event('publish', '08:59:00')]} />)
  expect(screen.getByRole('listitem').textContent).toBe('21 Nov, 14:29:00 IST: Publish (Shop)')
  rerender(<MarkedEvents events={[]} />)
  expect(screen.queryByRole('region')).toBeNull()
})
