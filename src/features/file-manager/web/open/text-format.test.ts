import { expect, test } from 'bun:test'
import { lineEndingsOf, readText, shownText, storedText } from './text-format.ts'

const bytes = (...values: number[]) => new Uint8Array(values).buffer

test.each([
  ['UTF-8', new TextEncoder().encode('नमस्ते').buffer, 'नमस्ते'],
  ['a mark', bytes(0xef, 0xbb, 0xbf, 0x61), '\uFEFFa'],
  ['nothing', bytes(), ''],
  ['Latin-1', bytes(0x63, 0x61, 0x66, 0xe9), null],
  ['a zero byte', bytes(0x61, 0x00, 0x62), null],
])('%s is decoded, or rejected as no text', (_what, given, text) => {
  expect(readText(given as ArrayBuffer)).toBe(text)
})

test.each([
  ['a\nb\n', 'LF'],
  ['a\r\nb\r\n', 'CRLF'],
  ['a\rb', 'CR'],
  ['a\r\nb\n', 'Mixed'],
  ['one line', 'LF'],
] as const)('%j has line breaks %s', (text, endings) => {
  expect(lineEndingsOf(text)).toBe(endings)
})

test.each([
  'a\nb',
  'a\r\nb\r\n',
  '\uFEFFa\r\nb',
  'a\rb\r',
  'a\r\nb\nc\rd\n',
  '',
  '\uFEFF',
  '\n\r\n',
  '\r\n\n\r\n\n',
])('%j round-trips unchanged', (stored) => {
  expect(storedText(shownText(stored), stored)).toBe(stored)
})

test.each([
  ['a line is changed', 'a\r\nb\r\n', 'a\nX\n', 'a\r\nX\r\n'],
  ['a line is added', '\uFEFFa\r\nb', 'a\nX\nb', '\uFEFFa\r\nX\r\nb'],
  ['everything is removed', '\uFEFFa\r\nb', '', '\uFEFF'],
  ['a first line break is added', 'a', 'a\nb', 'a\nb'],
  [
    'a line between mixed ends is changed',
    'a\r\nb\nc\r\nd\ne\r\n',
    'a\nX\nc\nd\ne\n',
    'a\r\nX\nc\r\nd\ne\r\n',
  ],
  ['lines are added between mixed ends', 'a\nb\r\nc\r\n', 'a\nX\nY\nb\nc\n', 'a\nX\r\nY\r\nb\r\nc\r\n'],
  ['a line between mixed ends is removed', 'a\nb\r\nc\r\n', 'a\nc\n', 'a\nc\r\n'],
])('%s, and the other line breaks do not change', (_what, before, shown, stored) => {
  expect(storedText(shown, before)).toBe(stored)
})
