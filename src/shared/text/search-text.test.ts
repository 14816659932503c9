import { expect, test } from 'bun:test'
import { containsText, readTyped } from './search-text.ts'

const texts = [
  'Rechnung \u00c4mter',
  'Vi\u1ec7t Nam',
  'caf\u00e9',
  '\u0429\u0438\u0439',
  '\u095c\u093e\u0915',
  '\u212bngstr\u00f6m',
]

test.each(texts)('%s is found in either form, in any case', (text) => {
  for (const stored of [text, text.normalize('NFC'), text.normalize('NFD')])
    for (const q of [
      text,
      text.normalize('NFC'),
      text.normalize('NFD'),
      text.toUpperCase(),
      text.toLowerCase(),
    ])
      expect([stored, q, containsText(stored, q)]).toEqual([stored, q, true])
  expect(containsText(text, `${text}x`)).toBe(false)
})

test('no character is special in a search', () => {
  expect(containsText('100 % sure', '100 %')).toBe(true)
  expect(containsText('100 per cent', '100 %')).toBe(false)
  expect(containsText('a_b', 'a_b')).toBe(true)
  expect(containsText('axb', 'a_b')).toBe(false)
})

test('ignores copied direction characters and tabs', () => {
  expect(readTyped('\u202d+91\t98123\u202c')).toBe('+91 98123')
  expect(readTyped('cafe\u0301\u00a05')).toBe('caf\u00e9\u00a05')
})
