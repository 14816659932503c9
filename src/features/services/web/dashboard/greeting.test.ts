import { expect, test } from 'bun:test'
import { greetingName } from './greeting.ts'

const person = (firstName: string | null) => ({ firstName, email: 'ravi.k@example.in' })

test('the greeting uses the first name, or the part of the email before the @', () => {
  expect(greetingName(person('Asha'))).toBe('Asha')
  expect(greetingName(person(null))).toBe('ravi.k')
  expect(greetingName(person('  '))).toBe('ravi.k')
})
