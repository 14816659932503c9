import { expect, test } from 'bun:test'
import { renderToStaticMarkup } from 'react-dom/server'
import { LongWords } from './long-words.tsx'

const shown = (text: string) => renderToStaticMarkup(<LongWords text={text} />)

test('keeps a word of up to 28 characters whole, and lets a longer one break', () => {
  expect(shown('asha.venkataraman@example.in')).toBe('asha.venkataraman@example.in')
  expect(shown(`Rao ${'w'.repeat(29)}`)).toContain('wwww<wbr/>wwww<wbr/>')
})

test('loses no character, and splits no surrogate pair', () => {
  const text = ` ${'😀'.repeat(40)}  ${'w'.repeat(255)} `
  expect(shown(text).replaceAll('<wbr/>', '')).toBe(text)
  expect(shown(text)).not.toContain('\ufffd')
})
