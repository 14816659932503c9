import { describe, expect, test } from 'bun:test'
import { assert, constantFrom, property, tuple } from 'fast-check'
import { domainName } from '#test/support/domain-name.ts'
import { addressesIn, readAuthors } from './authors.ts'

/** A field in parsed form: its bytes as characters of the same code, unfolded. */
const held = (text: string) => Buffer.from(text.replaceAll('\r\n', '')).toString('latin1')
const authorsOf = (text: string) => readAuthors([held(text)])
const [shop, books] = [domainName('trialshop.com'), domainName('bücherei.org')]

describe('a single author is parsed alike in every notation of the domain', () => {
  test.each([
    'boss@trialshop.com',
    'Boss <BOSS@TrialShop.COM>',
    'boss@trialshop.com.',
    'boss@trialshop.com。',
    'boss@ｔｒｉａｌshop．com',
    'boss@trialshop｡com',
    'boss@trial\u00adshop.com',
    'boss@\r\n trialshop.com',
    'boss@\ttrialshop.com',
    'boss @ trialshop . com',
    'Boss <boss@trialshop\r\n .com>',
    'boss@(home (of))trialshop.com',
    'boss(me)@trialshop(c\\)d).(e)com',
    '"boss"@trialshop.com',
    '"the @ boss"@trialshop.com',
    '"b\\"@x.test"@trialshop.com',
    '"other@far.test" <boss@trialshop.com>',
    '=?utf-8?Q?other=40far.test?= <boss@trialshop.com>',
    'Bosses: boss@trialshop.com;',
    '<@relay.test,@far.test:boss@trialshop.com>',
    '<boss@trialshop.com',
    '<<boss@trialshop.com>>',
  ])('%j', (text) => expect(authorsOf(text).domains).toEqual([shop]))

  test.each(['boss@bücherei.org', 'boss@BÜCHEREI.org', 'boss@bu\u0308cherei.org', 'b@xn--BCHEREI-n2a.org'])(
    '%j',
    (text) => expect(authorsOf(text)).toMatchObject({ domains: [books], possible: [books] }),
  )

  test('in ISO 8859-1, which some programs still send', () => {
    expect(readAuthors(['boss@b\xfccherei.org']).domains).toEqual([books])
  })
})

describe('an address that some program may show as the author is a possible author', () => {
  test.each([
    'boss@=?utf-8?Q?trialshop.com?=',
    '=?utf-8?Q?boss=40trialshop.com?=',
    '<=?utf-8?B?Ym9zc0B0cmlhbHNob3AuY29t?=>',
    'boss@trialshop.com <a@far.test>',
    '<a@far.test> boss@trialshop.com',
    'Boss <boss@trialshop.com> <a@far.test>',
    '<a@far.test> <boss@trialshop.com>',
    'a@far.test, boss@trialshop.com',
    'boss@trialshop.com@far.test',
    'boss@far.test@trialshop.com',
    'Us: a@far.test, boss@trialshop.com;',
    '<@trialshop.com:a@far.test>',
    'boss@trial(x)shop.com',
    'boss@"trialshop.com"',
    'boss@trialshop.com>',
    '"boss@trialshop.com"',
  ])('%j', (text) => expect(authorsOf(text).possible).toContain(shop))

  test('in every From field', () => {
    expect(readAuthors(['a@far.test', 'boss@TRIALSHOP.com.'])).toMatchObject({
      domains: [domainName('far.test'), shop],
      possible: [domainName('far.test'), shop],
    })
  })

  test.each([
    '"boss@trialshop.com" <a@far.test>',
    '=?utf-8?Q?boss=40trialshop.com?= <a@far.test>',
    'a@far.test (for boss@trialshop.com)',
    'a@trialshop.com.far.test',
    'a@nottrialshop.com',
    'trialshop.com <a@far.test>',
  ])('a display name alone is none: %j', (text) => expect(authorsOf(text).possible).not.toContain(shop))
})

test.each(['', 'Boss', 'boss@', '@', 'boss@[192.0.2.1]', 'boss@localhost', 'Us: ;'])(
  '%j has no author',
  (text) => expect(authorsOf(text).domains.filter(Boolean)).toEqual([]),
)

test('the parsed address is the one that mail programs show', () => {
  expect(addressesIn(held('Bücher: "a b"@x.test, (c) <d@e.test>;'))).toEqual(['"a b"@x.test', 'd@e.test'])
})

const letters: Record<string, string[]> = {
  ü: ['ü', 'Ü', 'u\u0308', 'U\u0308'],
  '.': ['.', '。', '．', '｡', ' .', '. ', '.(dot) ', '\r\n .', '.\r\n\t'],
  s: ['s', 'S', 'ｓ', 'Ｓ'],
}
const written = (name: string) =>
  tuple(...[...name].map((sign) => constantFrom(...(letters[sign] ?? [sign, sign.toUpperCase()])))).map(
    (all) => all.join(''),
  )

test('any mixture of notations is one domain', () => {
  const before = constantFrom('', ' ', '\t', '\r\n ', '(at) ')
  const after = constantFrom('', '.', '。', ' ', ' (end)', '\r\n ')
  assert(
    property(written('shop.bücherei.org'), before, after, (name, first, last) => {
      expect(authorsOf(`Boss <boss@${first}${name}${last}>`).possible).toContain(
        domainName('shop.xn--bcherei-n2a.org'),
      )
    }),
    { numRuns: 500 },
  )
})
