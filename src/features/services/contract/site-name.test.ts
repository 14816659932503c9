import { expect, test } from 'bun:test'
import { siteName, siteNameIn } from './site-name.ts'

const plain = { id: '0190a000-0000-7000-8000-00000c0ffee0', domain: null, plan: { name: 'Starter' } }

test('a site is called by its domain, and without one by its plan and the end of its id', () => {
  expect(siteName({ ...plain, domain: 'shop.in' })).toBe('shop.in')
  expect(siteName(plain)).toBe('Starter 0ffee0')
  expect(siteNameIn([plain], plain.id, 'gone')).toBe('Starter 0ffee0')
  expect(siteNameIn([plain], 'other', 'gone')).toBe('gone')
})

test('a site is called by the letters of its domain', () => {
  expect(siteName({ ...plain, domain: 'xn--bcher-kva.example' })).toBe('bücher.example')
})
