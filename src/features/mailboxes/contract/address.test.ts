import { describe, expect, test } from 'bun:test'
import { readAddress, showAddress } from './address.ts'

describe('an address', () => {
  test.each([
    [' Anna@Shop.Example ', 'anna@shop.example'],
    ['anna+news@shop.example.', 'anna+news@shop.example'],
    ['anna@bücher.example', 'anna@xn--bcher-kva.example'],
    ['anna@xn--bcher-kva.example', 'anna@xn--bcher-kva.example'],
    ["o'brien@shop.example", "o'brien@shop.example"],
    ['δοκιμή@shop.example', 'δοκιμή@shop.example'],
  ])('%p is stored as %p', (given, stored) => expect(readAddress(given)).toBe(stored))

  test.each([
    '',
    '@',
    'anna',
    'anna@',
    '@shop.example',
    'anna@localhost',
    'anna@127.0.0.1',
    'anna@[127.0.0.1]',
    'a b@shop.example',
    'a\r\nb@shop.example',
    'a\0@shop.example',
    'anna@shop.example>',
    '"a@b"@shop.example',
    'a..b@shop.example',
    '.a@shop.example',
    'a.@shop.example',
    'a@b@shop.example',
    `${'a'.repeat(65)}@shop.example`,
    `a@${'b'.repeat(60)}.${'c'.repeat(60)}.${'d'.repeat(60)}.${'e'.repeat(60)}.${'f'.repeat(20)}.example`,
  ])('%p is not an address', (given) => expect(readAddress(given)).toBeNull())

  test('is shown with its domain in Unicode', () => {
    expect(showAddress('anna@xn--bcher-kva.example')).toBe('anna@bücher.example')
    expect(showAddress('anna@shop.example')).toBe('anna@shop.example')
  })
})
