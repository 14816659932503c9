import { expect, test } from 'bun:test'
import { assertHardToGuess, isCommon, isKnownFact } from './common-passwords.ts'

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
])('%s is common', (password) => expect(isCommon(password)).toBe(true))

test('there are more than ten thousand of them', async () => {
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
  'acme & sons',
])('%s is something known of its owner or the company', (password) =>
  expect(isKnownFact(password, facts)).toBe(true),
)

test.each([
  'a long enough password',
  'correct horse',
  'Asha rides a bicycle',
  'my mobile is 9800000001',
  '\u0939\u093f\u0928\u094d\u0926\u0940 \u0936\u092c\u094d\u0926',
])('%s is good enough', (password) => expect(() => assertHardToGuess(password, facts)).not.toThrow())

test('names of fewer than four letters are part of too many words to count', () => {
  expect(isKnownFact('leonardo da v', { ...facts, firstName: 'Leo', lastName: null })).toBe(false)
})
