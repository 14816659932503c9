import { expect, test } from 'bun:test'
import { renderToString } from 'react-dom/server'
import { Sparkline } from './sparkline.tsx'
import { UptimeBars } from './uptime-bars.tsx'

test('a sparkline has a gap for missing values, and a text alternative', () => {
  const html = renderToString(<Sparkline label="Traffic: 3 KB" values={[0, 2, null, 1, null]} />)
  expect(html).toContain('aria-label="Traffic: 3 KB"')
  expect(html).toContain('d="M0.0 27.0L30.0 1.0M90.0 14.0h6"')
})

test('draws an isolated newest value as a visible stroke', () => {
  expect(renderToString(<Sparkline label="Now" values={[null, null, 4]} />)).toContain('d="M114.0 1.0h6"')
})

test('a line without values is empty', () => {
  expect(renderToString(<Sparkline label="None" values={[null, null]} />)).toContain('d=""')
})

test('draws each hour as a bar of its own height', () => {
  const html = renderToString(<UptimeBars label="Up" strip={['up', 'partial', 'down', 'unknown']} />)
  expect([...html.matchAll(/height="(\d+)"/g)].map(([, height]) => height)).toEqual([
    '16',
    '16',
    '11',
    '6',
    '3',
  ])
})
