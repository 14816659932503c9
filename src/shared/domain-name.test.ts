import { expect, test } from 'bun:test'
import { type DomainName, domainToAscii, isSameOrBelow } from './domain-name.ts'

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
])('%j is one name', (text) => expect(domainToAscii(text)).toBe(name))

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
])('%j is none', (text) => expect(domainToAscii(text)).toBeNull())

test('a name is below another by whole labels', () => {
  const below = (text: string) => isSameOrBelow(domainToAscii(text) ?? name, name)
  expect(['bücherei.org', 'A.B.bücherei.org.', 'notbücherei.org', 'org.example'].map(below)).toEqual([
    true,
    true,
    false,
    false,
  ])
})

test('a plain text does not compile where names are compared', () => {
  const text: string = 'bücherei.org'
  // @ts-expect-error
  const made: DomainName = text
  // @ts-expect-error
  expect(isSameOrBelow(text, name)).toBe(false)
  // @ts-expect-error
  expect(isSameOrBelow(name, text)).toBe(false)
  expect(made).not.toBe(name)
})
