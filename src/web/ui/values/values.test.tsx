import { expect, test } from 'bun:test'
import { renderToStaticMarkup } from 'react-dom/server'
import { DateTime, RenderedAtProvider } from './values.tsx'

const renderedAt = '2026-11-22T08:00:00.000Z'
const shown = (at: string, as: 'relative' | 'due') =>
  renderToStaticMarkup(
    <RenderedAtProvider value={renderedAt}>
      <DateTime at={at} as={as} />
    </RenderedAtProvider>,
  ).replaceAll(/<[^>]*>/g, '')

test('shows an event since the last tick as now, and never as in the future', () => {
  expect(shown('2026-11-22T08:00:13.000Z', 'relative')).toBe('now')
  expect(shown('2026-11-22T07:57:00.000Z', 'relative')).toBe('3 minutes ago')
})

test('shows the remaining time until a due date', () => {
  expect(shown('2026-11-22T08:00:13.000Z', 'due')).toBe('in 13 seconds')
})
