import { expect, test } from 'bun:test'
import { mobile } from '../contract.ts'
import { mobilePrefix, toE164 } from './mobile.ts'

test.each([
  '9876543210',
  '+919876543210',
  '00919876543210',
  '09876543210',
  '+91 0 98765 43210',
  '+91 (0) 98765-43210',
  '(98765) 43.210',
  '98765\u201143210',
  '98765\u221243210',
  '98765\u201343210',
  '\u202a+91 98765 43210\u202c',
  '98765\u200b43\u00ad210\ufeff',
  '98765\u00a043210',
  '+９１ ９８７６５ ４３２１０',
])('%j is one number, however it is written', (text) => {
  expect(toE164(text)).toBe('+919876543210')
  expect(mobile.parse(text)).toBe('+919876543210')
})

test.each(['+44 (0)7911 123456', '0044 7911 123456', '+447911123456'])('%j is a number abroad', (text) => {
  expect(toE164(text)).toBe('+447911123456')
})

test.each([
  '',
  '12',
  '1234567890',
  '5876543210',
  '987654321',
  '98765432101',
  '+0987654321',
  '++919876543210',
  '+1234567890123456',
  '98765x43210',
  '98765\u000043210',
])('%j is no number', (text) => {
  expect(toE164(text)).toBeNull()
  expect(mobile.safeParse(text).success).toBe(false)
})

test.each([
  ['98', '+9198'],
  ['098 7', '+91987'],
  ['+91 0 98', '+9198'],
  ['0044', '+44'],
  ['+4', '+4'],
  ['name', null],
])('the beginning %j is looked for as %j', (text, prefix) => {
  expect(mobilePrefix(text)).toBe(prefix)
})
