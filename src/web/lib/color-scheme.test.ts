import { expect, test } from 'bun:test'
import { readScheme } from './color-scheme.ts'

test.each([
  ['scheme=dark', 'dark'],
  ['sid=1; scheme=light', 'light'],
  ['scheme=auto', 'auto'],
  ['scheme=purple', 'auto'],
  ['colorscheme=dark', 'auto'],
  ['', 'auto'],
  [null, 'auto'],
])('the cookies %p select the colour scheme %s', (cookies, scheme) => {
  expect(readScheme(cookies)).toBe(scheme as 'auto')
})
