import { expect, test } from 'bun:test'
import { assertHardToGuess, isCommon, isKnownFact, isPattern } from './common-passwords.ts'
import { localWords } from './local-words.ts'

const facts = {
  email: 'asha.rao@example.com',
  mobile: '+919800000001',
  firstName: 'Asha',
  lastName: 'Rao-Menon',
  companyName: 'Acme & Sons',
}

test.each([
  'password',
  'Password1',
  '12345678',
  'QWERTYUIOP',
  'iloveyou',
  'sunshine1',
  '1q2w3e4r',
  '\uff30assword',
  'P.a.s.s.w.o.r.d',
])('%s is common', (password) => expect(isCommon(password)).toBe(true))

test('the list has lower-case words, one a line', async () => {
  const bytes = await Bun.file(`${import.meta.dir}/common-words.txt.gz`).bytes()
  const lines = new TextDecoder().decode(Bun.gunzipSync(bytes)).split('\n')
  expect(lines.length).toBeGreaterThan(30_000)
  expect(lines.filter((line) => !/^[a-z]{3,}$/.test(line))).toEqual([])
  expect(localWords.filter((word) => !/^[a-z]{2,}$/.test(word))).toEqual([])
})

test('the list has more than ten thousand words', async () => {
  const bytes = await Bun.file(`${import.meta.dir}/common-passwords.txt.gz`).bytes()
  const lines = new TextDecoder().decode(Bun.gunzipSync(bytes)).split('\n')
  expect(lines.length).toBeGreaterThan(10_000)
  expect(lines.filter((line) => line.length < 8 || line !== line.toLowerCase())).toEqual([])
})

test.each([
  'asha.rao@example.com',
  'Asha.Rao@Example.COM',
  'asharao1',
  '9800000001',
  '+91 98000 00001',
  '98000000012026',
  'Asha2026',
  'raomenon1',
  'Asha Rao-Menon!',
  'AcmeSons1',
  'Asha@12345',
  'Asha14081995',
  '@sh@1234!',
  'Rao#2026#',
  'menon@98765',
  'example@123',
  'ashaashaasha',
  'acme & sons',
])('%s is a known fact about its owner or the company', (password) =>
  expect(isKnownFact(password, facts)).toBe(true),
)

test.each([
  ...[
    'Admin@123',
    'Welcome@123',
    'India@123',
    'Pass@123',
    'Test@1234',
    'Password1!',
    'krishna123',
    'Papa@123',
  ],
  ...['Mumbai@2026', 'Rahul@1995', 'JaiShreeRam1', 'Reliance#1', 'Jio@12345', 'Hosting@123', 'November2026'],
  ...[
    'P@ssw0rd123',
    '4dm1n@2026',
    'Pa$$w0rd!',
    'w3lc0me1',
    '123Admin',
    'adminadmin1',
    'test test1',
    'Root!@#$',
  ],
])('%s is a common word with little added', (password) => expect(isPattern(password)).toBe(true))

test.each([
  ...[
    'aaaaaaaaaaaa',
    '        ',
    '\u3164\u200b \u00a0 \u2800  ',
    'abababababab',
    '!!!!????',
    '\u{1f600}'.repeat(8),
  ],
  ...[
    '98765432',
    '9812345678',
    '+91 98456 23178',
    '14081995',
    '14-08-1995',
    '9847261530!',
    '1234 5678 9012 3456',
  ],
  ...['abcdefgh', 'asdfghjkl;', '1qaz2wsx', 'qwer1234', '!@#$%^&*', 'aaaabbbb', 'ab12ab12ab12', 'zyxw9876'],
])('%j is a repetition, a sequence or a number', (password) => expect(isPattern(password)).toBe(true))

test.each([
  'kz7w9qhx',
  'Xr4$kdog!',
  'tr0ub4dor&3xq',
  'mango river',
  'blue-tiger-42-sky',
  'krishna 8304 plays 617',
  '83046182739150264718',
  'Rahul likes tea',
  '\u0939\u093f\u0928\u094d\u0926\u0940 \u0936\u092c\u094d\u0926',
])('%s follows no pattern', (password) => expect(isPattern(password)).toBe(false))

test('checks a password of any length', () => {
  for (const long of [
    'a'.repeat(127),
    'aab'.repeat(42),
    '@'.repeat(127),
    'a@'.repeat(63),
    'abc1'.repeat(31),
  ]) {
    // A search through every division of the text would never end.
    expect(isPattern(`${long}x`)).toBeBoolean()
  }
})

test.each([
  'a long enough password',
  'correct horse',
  'Asha rides a bicycle',
  'my mobile is 9800000001',
  '\u0939\u093f\u0928\u094d\u0926\u0940 \u0936\u092c\u094d\u0926',
])('%s is good enough', (password) => expect(() => assertHardToGuess(password, facts)).not.toThrow())

test('ignores names of fewer than four letters, as too many words contain them', () => {
  expect(isKnownFact('leonardo da v', { ...facts, firstName: 'Leo', lastName: null })).toBe(false)
})
