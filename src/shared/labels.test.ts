import { describe, expect, test } from 'bun:test'
import { faultOfForm, faultOfHost, faultOfLabel, faultOfLabels } from './labels.ts'
import { domainToAscii } from './names/domain-name.ts'
import { decodeLabel } from './names/punycode.ts'
import { showName } from './names/show-name.ts'

describe('a label', () => {
  test.each([
    'bücher',
    'बाज़ार',
    'faß',
    '日本の',
    'abc日本の',
    'пример',
    'ελληνικά',
    '中文域名',
    'a-ü-b',
    'שלום',
    'ශ්‍රී',
    'क्‍ष',
    'क्‌ष',
    'نامه‌ای',
  ])('is decoded as the platform encodes it: %s', (written) => {
    const [encoded = ''] = domainToAscii(`${written}.example`)?.split('.') ?? []
    expect(encoded).toMatch(/^xn--/)
    expect(decodeLabel(encoded)).toBe(written)
    expect(decodeLabel(encoded.toUpperCase())).toBe(written)
    expect(faultOfLabel(written)).toBeNull()
  })

  test.each(['xn--', 'xn--a', 'xn--99999999', 'xn--abc-', 'xn--\u00fc'])(
    'is not decoded when it encodes nothing: %s',
    (label) => expect(decodeLabel(label)).toBeNull(),
  )

  test.each([
    ['64 characters', 'x'.repeat(64), /at most 63 characters.* has 64\. Use a shorter one\.$/],
    ['too many letters once encoded', 'ü'.repeat(60), /too long in its DNS form/],
    ['an emoji', 'shop💩', /“💩” is not a letter\. .* such as example\.$/],
    ['a joiner', 'a\u200db', /invisible character/],
    ['a joiner after a letter that is not a virama', 'अ\u200dब', /invisible character/],
    ['only a joiner', '\u200d', /invisible character/],
    ['only Arabic digits', '٠١٢', /“٠١٢” breaks the Bidi rule \(RFC 5893\)/],
    ['the same as A-label', 'xn--8hbcd', /“٠١٢” breaks the Bidi rule/],
    ['digits before Hebrew letters', '1א', /Bidi rule/],
    ['two kinds of digits', 'א1٢', /Bidi rule/],
    ['two directions', 'אabc', /Bidi rule/],
    ['a combining mark at its beginning', '\u093eक', /begins with a combining mark/],
    ['an emoji as A-label', 'xn--ls8h', /“💩” is not a letter/],
    ['an invalid A-label', 'xn--a', /“xn--a” does not encode any letters\. .* such as bücher\.$/],
    ['Cyrillic among Latin letters', 'pаypal', /mixes letters of different scripts/],
    ['the same as A-label', 'xn--pypal-4ve', /mixes letters of different scripts/],
    ['the hyphens of reserved names', 'ab--cd', /third and fourth/],
  ])('with %s is refused with a matching message', (_, label, sentence) => {
    expect(faultOfLabel(label)).toMatch(sentence)
    expect(faultOfLabels(`www.${label}.example`)).toMatch(sentence)
  })

  test.each(['1abc.שלום', '1abc.xn--9dbne9b.example'])(
    'next to one of another direction is reported: %s',
    (name) => {
      expect([faultOfLabels(name), faultOfHost(name)]).toEqual([null, expect.stringMatching(/Bidi rule/)])
    },
  )

  test.each(['', 'example', '_dmarc', 'my_host', '123', 'x'.repeat(63)])(
    'with plain letters passes: %p',
    (label) => expect([faultOfLabel(label), faultOfForm(label)]).toEqual([null, null]),
  )

  test.each(['\u200cب', '\u200dक'])('with a leading joiner is invalid in any name: %p', (label) =>
    expect(faultOfForm(label)).toMatch(/invisible character/),
  )

  test.each(['א-.example', '-א.example', 'shop.א-.example'])(
    'with a hyphen at its edge is consistent with the direction rules: %s',
    (name) => expect(faultOfHost(name)).toBeNull(),
  )

  test('in another owner’s name may have any letters', () => {
    expect(['xn--ls8h', 'pаypal', 'ab--cd'].map(faultOfForm)).toEqual([null, null, null])
  })
})

test.each([
  ['example.com', 'example.com'],
  ['xn--bcher-kva.example', 'bücher.example'],
  ['shop.xn--81b5an1cic.xn--h2brj9c', 'shop.बाज़ार.भारत'],
  ['xn--e1afmkfd.com', 'пример.com'],
  ['xn--pypal-4ve.com', 'xn--pypal-4ve.com'],
  ['xn--80ak6aa92e.com', 'xn--80ak6aa92e.com'],
  ['xn--10cl1a0b660p.com', 'ශ්‍රී.com'],
  ['xn--ls8h.com', 'xn--ls8h.com'],
  ['xn--a.com', 'xn--a.com'],
  ['_dmarc.xn--bcher-kva.com', '_dmarc.bücher.com'],
])('the name %s is shown as %s', (name, shown) => expect(showName(name)).toBe(shown))
