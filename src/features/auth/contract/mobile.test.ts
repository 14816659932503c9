import { describe, expect, test } from 'bun:test'
import { mobile } from './contract.ts'
import { mobileMaxLength, mobilePrefix, toE164 } from './mobile.ts'

const zeros = { ascii: 0x30, fullWidth: 0xff10, devanagari: 0x966, arabic: 0x660, mathematical: 0x1d7d8 }
const inDigits = (text: string, zero: number) =>
  text.replace(/\d/g, (digit) => String.fromCodePoint(zero + Number(digit)))

const separators = [
  ...['', ' ', '\u00a0', '\u2009', '\u3000', '\t', '-', '\u2010', '\u2011', '\u2012', '\u2013', '\u2014'],
  ...['\u2212', '\uff0d', '\ufe63', '.', '\uff0e', '/', ' / ', ') ', ' (', '[', ']'],
]
const invisible = [
  '',
  '\u00ad',
  '\u200b',
  '\u200e',
  '\u202d',
  '\u202c',
  '\u2060',
  '\u2066',
  '\ufeff',
  '\u{e0020}',
]

/** Groups with every separator between them, every invisible character around and between them, and every kind of digit. */
function* writingsOf(groups: readonly string[]): Generator<string> {
  for (const zero of Object.values(zeros))
    for (const separator of separators)
      for (const unseen of invisible)
        yield inDigits(`${unseen}${groups.join(`${unseen}${separator}${unseen}`)}${unseen}`, zero)
}

const indian = ['+91', '\uff0b91', '0091', '00 91', '+0091', 'tel:+91', 'TEL:+91'].flatMap((country) => [
  [country, '98123', '45601'],
  [country, '0', '98123', '45601'],
  [country, '(0)', '98123', '45601'],
  [`${country}0`, '98123', '45601'],
])
const national = [
  ['98123', '45601'],
  ['098123', '45601'],
  ['0', '9812', '345', '601'],
  ['(0)98123', '45601'],
]
const abroad: [string, string[][]][] = [
  [
    '+447911123456',
    [
      ['+44', '7911', '123456'],
      ['0044', '(0)7911', '123456'],
      ['+44', '07911', '123456'],
    ],
  ],
  [
    '+390612345678',
    [
      ['+39', '06', '12345678'],
      ['0039', '(0)6', '12345678'],
    ],
  ],
  ['+2250123456789', [['+225', '01', '23456789']]],
  ['+24761234', [['00', '247', '61234']]],
  [
    '+12025550123',
    [
      ['+1', '(202)', '555', '0123'],
      ['+1', '1', '202', '5550123'],
    ],
  ],
  [
    '+36201234567',
    [
      ['+36', '20', '1234567'],
      ['0036', '(06)20', '1234567'],
    ],
  ],
  [
    '+79161234567',
    [
      ['+7', '916', '1234567'],
      ['+7', '8', '916', '1234567'],
    ],
  ],
  ['+78121234567', [['+7', '812', '1234567']]],
]

describe('normalises every spelling of a number to one value', () => {
  test.each([...indian, ...national].map((groups) => [groups.join(' '), groups]))('%s', (_, groups) => {
    for (const text of writingsOf(groups as string[]))
      expect([text, toE164(text), mobile.safeParse(text).data]).toEqual([
        text,
        '+919812345601',
        '+919812345601',
      ])
  })

  test.each(abroad)('%s', (number, writings) => {
    for (const groups of writings)
      for (const text of writingsOf(groups)) expect([text, toE164(text)]).toEqual([text, number])
  })

  test.each(['+919812345601', ...abroad.map(([number]) => number)])('keeps %s as it is', (number) => {
    expect(toE164(number)).toBe(number)
  })
})

test.each([
  '',
  '12',
  '1234567890',
  '0123456789',
  '5876543210',
  '987654321',
  '98765432101',
  '00 98123 45601 23456 7',
  '+0987654321',
  '++919876543210',
  '+91+9876543210',
  '9876+543210',
  '+1234567890123456',
  '+911234567890',
  '+910123456789',
  '+91 022 2345 6789',
  '+91 00 98123 45601',
  '+9198123456',
  '+91981234560123',
  '+44 00 7911 123456',
  '+44 0',
  '98765x43210',
  '98123 45601 ext. 5',
  '98123 45601;ext=5',
  'tel:',
  'mobile:9812345601',
  '98123 45601, 98123 45602',
  '98123 45601 / 98123 45602',
  '98123\u002a45601',
  '\u2468812345601',
  '981234560\u00b9',
  '98765\u000043210',
  '98765\ud80043210',
  `9${' '.repeat(mobileMaxLength)}812345601`,
])('rejects %j', (text) => {
  expect(toE164(text)).toBeNull()
  expect(mobile.safeParse(text).success).toBe(false)
})

test('maps random digits to themselves or to null', () => {
  for (let length = 1; length <= 17; length += 1)
    for (let turn = 0; turn < 500; turn += 1) {
      const digits = Array.from({ length }, () => Math.floor(Math.random() * 10)).join('')
      for (const text of [digits, `+${digits}`, `00${digits}`, `+91${digits}`, `+44${digits}`]) {
        const number = toE164(text)
        if (number !== null) expect([text, toE164(number)]).toEqual([text, number])
        if (number?.startsWith('+91')) expect(number).toMatch(/^\+91[6-9]\d{9}$/)
      }
    }
})

test.each([
  ['98', '+9198'],
  ['098 7', '+91987'],
  ['+91 0 98', '+9198'],
  ['+91 (0', '+91'],
  ['+91 1', '+911'],
  ['\u202d98123\u2011456', '+9198123456'],
  ['\u096f\u096e', '+9198'],
  ['+0091 98', '+9198'],
  ['+44 (0)79', '+4479'],
  ['0044', '+44'],
  ['+4', '+4'],
  ['00', null],
  ['12', null],
  ['name', null],
])('normalises the prefix %j to %j', (text, prefix) => {
  expect(mobilePrefix(text)).toBe(prefix)
})
