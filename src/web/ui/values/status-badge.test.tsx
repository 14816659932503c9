import { expect, test } from 'bun:test'
import { renderToStaticMarkup } from 'react-dom/server'
import { StatusBadge, statusTone, usageTone } from './status-badge.tsx'

// docs/product/interface.md, "Status colours"
test.each(['running', 'active', 'deployed', 'in-service'])('the status %s is green', (status) => {
  expect(statusTone(status)).toBe('ok')
})

test.each(['stopped', 'inactive'])('the status %s is red', (status) => {
  expect(statusTone(status)).toBe('bad')
})

test.each(['pending', 'restarting', 'training', 'in-progress'])('the status %s is yellow', (status) => {
  expect(statusTone(status)).toBe('warn')
})

test.each(['suspended', 'anything', 'constructor'])('the status %s is grey', (status) => {
  expect(statusTone(status)).toBe('neutral')
})

test.each([
  [90.1, 'bad'],
  [90, 'warn'],
  [70.1, 'warn'],
  [70, 'ok'],
  [0, 'ok'],
] as const)('usage of %d %% has the tone %s', (percent, tone) => {
  expect(usageTone(percent)).toBe(tone)
})

test('a badge shows its status as a word, not only as a colour', () => {
  expect(renderToStaticMarkup(<StatusBadge status="in-progress" />)).toContain('In progress')
})
