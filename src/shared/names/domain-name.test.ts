import { expect, test } from 'bun:test'
import { array, assert, constantFrom, integer, property } from 'fast-check'
import { type DomainName, domainToAscii, enclosingNames, isSameOrBelow, nameBelow } from './domain-name.ts'

const name = domainToAscii('xn--bcherei-n2a.org')
if (name === null) throw new Error('no name')

test.each([
  'bücherei.org',
  'BÜCHEREI.Org',
  'bu\u0308cherei.org',
  'bücherei.org.',
  'bücherei。org',
  'bücherei．org｡',
  'ｂücherei.ｏｒｇ',
  'XN--BCHEREI-N2A.ORG',
  ' xn--bcherei-n2a.org\t',
])('%j is a name', (text) => expect(domainToAscii(text)).toBe(name))

test.each([
  '',
  '.',
  'org',
  'org.',
  'a..org',
  'a.org..',
  'a.org。.',
  '.a.org',
  'a b.org',
  'a@b.org',
  'a_b.org',
  'a.org:25',
  '192.0.2.1',
  '1.2',
  'xn--a.org',
])('%j is not a name', (text) => expect(domainToAscii(text)).toBeNull())

const labels = ['shop', 'bücher', 'köln', 'बाज़ार', 'ශ්‍රී', 'магазин', '商店', 'a-1']
const endings = ['com', 'example', 'भारत', 'рф']
const wide = (text: string) =>
  text.replace(/[!-~]/g, (sign) => String.fromCharCode(sign.charCodeAt(0) + 0xfe_e0))
const manners: ((text: string) => string)[] = [
  (text) => text.toUpperCase(),
  (text) => text.normalize('NFD'),
  (text) => text.replaceAll('.', '\u3002'),
  (text) => text.replaceAll('.', '\uff61'),
  (text) => text.replace(/[.\uff0e\u3002\uff61\s]*$/, '.'),
  (text) => ` ${text}\t`,
  (text) => domainToAscii(text) ?? text,
  (text) => (domainToAscii(text) ?? text).toUpperCase(),
  wide,
]

test('different spellings of a name stay the same name', () => {
  const anyName = array(constantFrom(...labels), { minLength: 1, maxLength: 3 })
  const anyManners = array(integer({ min: 0, max: manners.length - 1 }), { maxLength: 4 })
  assert(
    property(anyName, constantFrom(...endings), anyManners, (own, ending, chosen) => {
      const text = [...own, ending].join('.')
      const written = chosen.reduce((writing, index) => manners[index]?.(writing) ?? writing, text)
      const made = domainToAscii(text)
      expect(made).toMatch(/^[a-z0-9.-]+$/)
      expect([written, domainToAscii(written)]).toEqual([written, made])
    }),
  )
})

test('derived names have the same form', () => {
  const shop = nameBelow('www', nameBelow('shop', name))
  expect(domainToAscii(shop)).toBe(shop)
  expect(enclosingNames(shop) as string[]).toEqual([
    'www.shop.xn--bcherei-n2a.org',
    'shop.xn--bcherei-n2a.org',
    'xn--bcherei-n2a.org',
  ])
})

test('a name is below another by whole labels', () => {
  const below = (text: string) => isSameOrBelow(domainToAscii(text) ?? name, name)
  expect(['bücherei.org', 'A.B.bücherei.org.', 'notbücherei.org', 'org.example'].map(below)).toEqual([
    true,
    true,
    false,
    false,
  ])
})

test('a plain string does not compile where names are compared', () => {
  const text: string = 'bücherei.org'
  // @ts-expect-error
  const made: DomainName = text
  // @ts-expect-error
  expect(isSameOrBelow(text, name)).toBe(false)
  // @ts-expect-error
  expect(isSameOrBelow(name, text)).toBe(false)
  expect(made).not.toBe(name)
})
